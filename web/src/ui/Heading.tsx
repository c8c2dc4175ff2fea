import { type ReactNode, useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { SampleTag } from './Chip';

/** The key that the router gives to the entry with which the page was opened. */
const FIRST_ENTRY = 'default';

/**
 * The heading of a screen. After a change of screens it takes the focus, so that readers of any kind start there; not
 * where a screen that is shown already writes its filters into its own address.
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
  const before = useRef(shown);
  useEffect(() => {
    const filtered = type === NavigationType.Replace && shown !== before.current;
    before.current = shown;
    if (key !== FIRST_ENTRY && !filtered) heading.current?.focus({ preventScroll: true });
  }, [key, shown, type]);
  return (
    <h1 ref={heading} tabIndex={-1} className={`text-lg font-semibold ${className}`}>
      {children}
    </h1>
  );
}

/** The heading of what has just taken the place of something else on the same screen: it takes the focus. */
export function Heading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h1 ref={heading} tabIndex={-1} className="text-xl font-semibold">
      {children}
    </h1>
  );
}

/** The head of a screen: its name, marks beside it, what it is in a line, and something at the right. */
export const ScreenHead = ({
  title,
  marks,
  sample = false,
  aside,
  children,
}: {
  title: string;
  marks?: ReactNode;
  /** What the screen shows is an example and no record. */
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
