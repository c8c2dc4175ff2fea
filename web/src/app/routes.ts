import { BRAND, PATHS, type Path } from '@quantalgo/contracts';
import { lazy, type ComponentType } from 'react';
import { screenAt } from './screens';

/** A page of the app outside the dashboard. */
interface Page {
  readonly path: Path;
  /** Names the document while the page is shown. */
  readonly title: string;
  readonly load: () => Promise<unknown>;
  readonly Component: ComponentType;
}

const page = (
  path: Path,
  title: string,
  load: () => Promise<{ default: ComponentType }>,
): Page => ({
  path,
  title,
  load,
  Component: lazy(load),
});

/** Pages that need nobody signed in. */
export const PUBLIC_PAGES: readonly Page[] = [
  page(PATHS.login, 'Log in', () => import('../features/session')),
  page(PATHS.signUp, 'Create your account', () => import('../features/onboarding/signup')),
  page(PATHS.activate, 'Confirm your account', () => import('../features/onboarding/activate')),
  page(PATHS.forgotPassword, 'Forgot password', () => import('../features/session/forgot')),
  page(PATHS.resetPassword, 'Set a new password', () => import('../features/session/reset')),
  page(PATHS.transfer, 'Continue your session', () => import('../features/session/transfer')),
];

/** Pages of members, outside the dashboard's shell. */
export const MEMBER_PAGES: readonly Page[] = [
  page(
    PATHS.linkTrader,
    'Link your trading account',
    () => import('../features/onboarding/linkTrader'),
  ),
];

const PAGES = [...PUBLIC_PAGES, ...MEMBER_PAGES];

const loadShell = () => import('./shell/Shell');

export const Shell = lazy(loadShell);

/** Every primitive on one page, for developers; null, and left out of the build, in production. */
export const Styleguide = import.meta.env.DEV ? lazy(() => import('../features/styleguide')) : null;

const pageAt = (path: string) =>
  PAGES.find((candidate) => candidate.path === path.replace(/\/+$/, ''));

/** Starts to load what the path shows, all at once, before anything is rendered. */
export function preload(path: string): void {
  const found = pageAt(path);
  const loading = found ? [found.load()] : [loadShell(), screenAt(path)?.load() ?? null];
  for (const part of loading) part?.catch(() => undefined);
}

/** Names the document at this path. */
export function titleOf(path: string): string {
  const title = pageAt(path)?.title ?? screenAt(path)?.title ?? 'Page not found';
  return `${title} · ${BRAND.name}`;
}
