import { type ReactNode, useEffect, useRef, useState } from 'react';

/**
 * Scrolls sideways what is wider than its place. Only while there is something to scroll does the keyboard stop there, as
 * not every browser lets it in by itself.
 */
export const SidewaysScroller = ({
  label,
  className = '',
  children,
}: {
  /** What scrolls, to whoever can't see it. */
  label: string;
  className?: string;
  children: ReactNode;
}) => {
  const scroller = useRef<HTMLDivElement>(null);
  const [scrolls, setScrolls] = useState(false);
  useEffect(() => {
    const { current } = scroller;
    if (!current || typeof ResizeObserver === 'undefined') return;
    const look = () => setScrolls(current.scrollWidth > current.clientWidth);
    const observer = new ResizeObserver(look);
    for (const watched of [current, ...current.children]) observer.observe(watched);
    return () => observer.disconnect();
  }, []);
  const stop = scrolls ? { role: 'group', 'aria-label': label, tabIndex: 0 } : {};
  return (
    <div ref={scroller} className={`overflow-x-auto ${className}`} {...stop}>
      {children}
    </div>
  );
};
