import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { buttonClass, type ButtonLook, type ButtonSize } from './buttonClass';
import { ExternalLink } from './ExternalLink';

interface Props {
  look?: ButtonLook;
  size?: ButtonSize;
  className?: string;
  children: ReactNode;
}

/** Leads to a screen of the app. */
export const LinkButton = ({
  to,
  look = 'secondary',
  size = 'medium',
  className = '',
  children,
}: Props & { to: string }) => (
  <Link to={to} className={buttonClass(look, size, className)}>
    {children}
  </Link>
);

/** Leads out of the app, in a new tab. */
export const ExternalLinkButton = ({
  href,
  look = 'secondary',
  size = 'medium',
  className = '',
  children,
}: Props & { href: string }) => (
  <ExternalLink href={href} className={buttonClass(look, size, className)}>
    {children}
  </ExternalLink>
);
