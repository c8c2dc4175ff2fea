import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** A link in running text to another screen of the app. */
export const TextLink = ({
  to,
  onClick,
  className = '',
  children,
}: {
  to: string;
  onClick?: (() => void) | undefined;
  className?: string;
  children: ReactNode;
}) => (
  <Link
    to={to}
    onClick={onClick}
    className={`font-semibold text-text underline decoration-line underline-offset-4 hover:decoration-current ${className}`}
  >
    {children}
  </Link>
);
