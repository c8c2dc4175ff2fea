import type { ReactNode } from 'react';

/** Holds content within the page's width and margins. */
export const Width = ({
  className = '',
  children,
}: {
  className?: string;
  children: ReactNode;
}) => (
  <div className={`mx-auto w-full max-w-7xl px-4 md:px-8 lg:px-16 ${className}`}>{children}</div>
);
