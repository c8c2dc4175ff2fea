import { PATHS } from '@quantalgo/contracts/core/paths';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { buttonClass, type ButtonSize, type ButtonVariant } from './Button';

/** Opens a new tab without access to this one, and announces that to screen readers. */
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
    <span className="contents">{children}</span>
    <span className="sr-only"> (opens in a new tab)</span>
  </a>
);

export const TextLink = ({
  to,
  state,
  onClick,
  className = '',
  children,
}: {
  to: string;
  state?: unknown;
  onClick?: (() => void) | undefined;
  className?: string;
  children: ReactNode;
}) => (
  <Link
    to={to}
    state={state}
    onClick={onClick}
    className={`font-semibold text-text underline decoration-line underline-offset-4 hover:decoration-current ${className}`}
  >
    {children}
  </Link>
);

interface LinkButtonProps {
  variant?: ButtonVariant;
  size?: ButtonSize;
  className?: string;
  children: ReactNode;
}

export const LinkButton = ({
  to,
  state,
  variant = 'secondary',
  size = 'medium',
  className = '',
  children,
}: LinkButtonProps & { to: string; state?: unknown }) => (
  <Link to={to} state={state} className={buttonClass(variant, size, className)}>
    {children}
  </Link>
);

export const ExternalLinkButton = ({
  href,
  variant = 'secondary',
  size = 'medium',
  className = '',
  children,
}: LinkButtonProps & { href: string }) => (
  <ExternalLink href={href} className={buttonClass(variant, size, className)}>
    {children}
  </ExternalLink>
);

export const BackToStart = () => (
  <a
    href={PATHS.landing}
    className="flex min-h-11 items-center gap-2 text-sm font-medium text-muted hover:text-text"
  >
    <ArrowLeft size={16} aria-hidden />
    Back to home page
  </a>
);
