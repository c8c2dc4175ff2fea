import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { SampleTag } from './Chip';

/** The router's key for the history entry that the page was opened at, and for one that a link to a fragment added. */
const NO_KEY = 'default';

/** Whether the browser has gone back or forward since the page was opened. A link to a fragment counts, too. */
let traversed = false;

const noteTraversal = () => {
  traversed = true;
};

/**
 * The heading of a screen. It takes the focus after a navigation, so that everybody starts reading there, but not if
 * the screen only writes its filters into its own address.
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
  const shown = search + hash;
  const type = useNavigationType();
  const before = useRef<string | null>(null);
  useEffect(() => {
    // Shared by all headings and never removed: adding it again changes nothing.
    addEventListener('popstate', noteTraversal, true);
    const isNew = before.current === null;
    const filtered = !isNew && type === NavigationType.Replace && shown !== before.current;
    before.current = shown;
    // A link to a fragment of the same screen moves the focus itself.
    const arrived = key !== NO_KEY || (traversed && (isNew || hash === ''));
    if (arrived && !filtered) heading.current?.focus({ preventScroll: true });
  }, [key, shown, hash, type]);
  return (
    <h1 ref={heading} tabIndex={-1} className={`text-lg font-semibold ${className}`}>
      {children}
    </h1>
  );
}

/** The heading of content that replaced other content on the same screen: it takes the focus. */
export function Heading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold">
      {children}
    </h1>
  );
}

/** The head of a screen: title, marks, a one-line description, and optional content at the right. */
export const ScreenHead = ({
  title,
  marks,
  sample = false,
  aside,
  children,
}: {
  title: ReactNode;
  marks?: ReactNode;
  /** Whether the screen shows made-up content. */
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
