import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** A link in running text to another screen of the app. */
export const TextLink = ({
  to,
  className = '',
  children,
}: {
  to: string;
  className?: string;
  children: ReactNode;
}) => (
  <Link
    to={to}
    className={`font-semibold text-text underline decoration-line underline-offset-4 hover:decoration-current ${className}`}
  >
    {children}
  </Link>
);
