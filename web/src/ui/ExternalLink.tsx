import type { ReactNode } from 'react';

/** A link out of the app: a new tab that knows nothing of this one, and says so to who can't see it open. */
export const ExternalLink = ({
  href,
  className = 'font-semibold text-text underline decoration-line underline-offset-4 hover:decoration-current',
  children,
}: {
  href: string;
  className?: string;
  children: ReactNode;
}) => (
  <a href={href} target="_blank" rel="noopener" className={className}>
    {children}
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
);
