import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { SampleTag } from './Chip';

/** The router's key for the first history entry, and for those added by links to a fragment. */
const DEFAULT_KEY = 'default';

/** True once the browser has gone back or forward, or followed a link to a fragment. */
let hasTraversed = false;

const recordTraversal = () => {
  hasTraversed = true;
};

/**
 * Takes the focus after a navigation, but not if the screen only writes its filters into the URL.
 */
export function PageHeading({
  className = '',
  children,
}: {
  className?: string;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { key, search, hash } = useLocation();
  const address = search + hash;
  const navigationType = useNavigationType();
  const previousAddress = useRef<string | null>(null);
  useEffect(() => {
    // All headings share one listener that is never removed. Adding it again changes nothing.
    addEventListener('popstate', recordTraversal, true);
    const isNew = previousAddress.current === null;
    const isFilterChange =
      !isNew && navigationType === NavigationType.Replace && address !== previousAddress.current;
    previousAddress.current = address;
    // A link to a fragment of the same screen moves the focus itself.
    const isNavigation = key !== DEFAULT_KEY || (hasTraversed && (isNew || hash === ''));
    if (isNavigation && !isFilterChange) heading.current?.focus({ preventScroll: true });
  }, [key, address, hash, navigationType]);
  return (
    <h1 ref={heading} tabIndex={-1} className={`text-lg font-semibold ${className}`}>
      {children}
    </h1>
  );
}

export function Heading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold">
      {children}
    </h1>
  );
}

export const ScreenHead = ({
  title,
  marks,
  sample = false,
  aside,
  children,
}: {
  title: ReactNode;
  marks?: ReactNode;
  sample?: boolean;
  aside?: ReactNode;
  children?: ReactNode;
}) => (
  <header className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-2">
    <div className="grid min-w-0 grid-cols-1 gap-1">
      <div className="flex flex-wrap items-center gap-2.5">
        <PageHeading>{title}</PageHeading>
        {marks}
        {sample && <SampleTag />}
      </div>
      {children !== undefined && (
        <p className="max-w-prose text-sm text-pretty text-muted">{children}</p>
      )}
    </div>
    {aside}
  </header>
);
