import { PATHS } from '@quantalgo/contracts';
import { lazy, type ComponentType } from 'react';
import { screenAt } from './screens';
import { PAGE_TABLE, withoutSlash, type PagePath } from './screenTable';

const LOAD: Record<PagePath, () => Promise<{ default: ComponentType }>> = {
  [PATHS.login]: () => import('../features/session'),
  [PATHS.signUp]: () => import('../features/onboarding/signup'),
  [PATHS.activate]: () => import('../features/onboarding/activate'),
  [PATHS.forgotPassword]: () => import('../features/session/forgot'),
  [PATHS.resetPassword]: () => import('../features/session/reset'),
  [PATHS.transfer]: () => import('../features/session/transfer'),
  [PATHS.linkTrader]: () => import('../features/onboarding/linkTrader'),
};

const PAGES = PAGE_TABLE.map(({ path, access }) => ({
  path,
  access,
  load: LOAD[path],
  Component: lazy(LOAD[path]),
}));

/** Pages that need nobody signed in. */
export const PUBLIC_PAGES = PAGES.filter(({ access }) => access !== 'member');

/** Pages of members, outside the dashboard's shell. */
export const MEMBER_PAGES = PAGES.filter(({ access }) => access === 'member');

const loadShell = () => import('./shell/Shell');

export const Shell = lazy(loadShell);

/** Every primitive on one page, for developers; null, and left out of the build, in production. */
export const Styleguide = import.meta.env.DEV ? lazy(() => import('../features/styleguide')) : null;

/** Starts to load what the path shows, all at once, before anything is rendered. */
export function preload(path: string): void {
  const found = PAGES.find((page) => page.path === withoutSlash(path));
  const loading = found ? [found.load()] : [loadShell(), screenAt(path)?.load() ?? null];
  for (const part of loading) part?.catch(() => undefined);
}
