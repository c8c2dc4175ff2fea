import { useEffect, useRef, type ReactNode } from 'react';

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
