import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';

/** The key that the router gives to the entry with which the page was opened. */
const FIRST_ENTRY = 'default';

/** The heading of a screen. After a change of screens it takes the focus, so that readers of any kind start there. */
export function PageHeading({
  className = '',
  children,
}: {
  className?: string;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  useEffect(() => {
    if (key !== FIRST_ENTRY) heading.current?.focus({ preventScroll: true });
  }, [key]);
  return (
    <h1 ref={heading} tabIndex={-1} className={`text-lg font-semibold ${className}`}>
      {children}
    </h1>
  );
}
