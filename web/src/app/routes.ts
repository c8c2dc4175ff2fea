import { BRAND, PATHS } from '@quantalgo/contracts';
import { lazy } from 'react';
import { screenAt } from './screens';

const loadLogin = () => import('../features/session');
const loadShell = () => import('./shell/Shell');

export const Login = lazy(loadLogin);
export const Shell = lazy(loadShell);

/** Every primitive in every state, where screens are developed; a build leaves it out. */
export const Styleguide = import.meta.env.DEV ? lazy(() => import('../features/styleguide')) : null;

/** Starts to load what the path shows, all at once, before anything is rendered. */
export function preload(path: string): void {
  const loading =
    path === PATHS.login ? [loadLogin()] : [loadShell(), screenAt(path)?.load() ?? null];
  for (const part of loading) part?.catch(() => undefined);
}

const PUBLIC_TITLES: Record<string, string> = { [PATHS.login]: 'Log in' };

/** Names the document at this path. */
export function titleOf(path: string): string {
  const title = PUBLIC_TITLES[path] ?? screenAt(path)?.title ?? 'Page not found';
  return `${title} · ${BRAND.name}`;
}
