import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { useMember } from '../data/session/currentSession';
import { titleOf } from './screenTable';

/**
 * What every change of screens brings with it: the document's title, and the top of the page. A screen that writes its
 * filters into its own address stays where it is.
 */
export function RouteEffects() {
  const { key, pathname, search } = useLocation();
  const type = useNavigationType();
  const staff = useMember()?.staff === true;
  const before = useRef({ pathname, search });
  useEffect(() => {
    const filtered = pathname === before.current.pathname && search !== before.current.search;
    before.current = { pathname, search };
    if (type === NavigationType.Push || (type === NavigationType.Replace && !filtered))
      window.scrollTo(0, 0);
  }, [key, pathname, search, type]);
  useEffect(() => {
    document.title = titleOf(pathname, staff);
  }, [pathname, staff]);
  return null;
}
