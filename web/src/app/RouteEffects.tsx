import { useEffect } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { titleOf } from './screenTable';

/** What every change of screens brings with it: the document's title, and the top of the page. */
export function RouteEffects() {
  const { pathname, search } = useLocation();
  const type = useNavigationType();
  useEffect(() => {
    document.title = titleOf(pathname);
    if (type !== NavigationType.Pop) window.scrollTo(0, 0);
  }, [pathname, search, type]);
  return null;
}
