import type { ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import { TextLink } from '../../ui/Links';

/** Keeps the location's state, so that the page that redirected the visitor opens after the login. */
export function AuthLink({
  to,
  className = '',
  children,
}: {
  to: string;
  className?: string;
  children: ReactNode;
}) {
  const state: unknown = useLocation().state;
  return (
    <TextLink to={to} state={state} className={`inline-flex min-h-11 items-center ${className}`}>
      {children}
    </TextLink>
  );
}
