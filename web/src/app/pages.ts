import { PATHS, stripTrailingSlash } from '@quantalgo/contracts/core/paths';
import { lazy } from 'react';
import { getCurrentUser } from '../data/auth/currentSession';
import { lazyScreen, type LazyScreen } from './lazyLoading';
import { findInnerScreen, findScreen, StaffConsole, findStaffParts } from './screens';
import { PAGE_TABLE, type PagePath } from './screenTable';

const PAGE_COMPONENTS: Record<PagePath, LazyScreen> = {
  [PATHS.login]: lazyScreen(() => import('../screens/auth/LoginScreen')),
  [PATHS.signUp]: lazyScreen(() => import('../screens/auth/SignUpScreen')),
  [PATHS.activate]: lazyScreen(() => import('../screens/auth/ActivateScreen')),
  [PATHS.forgotPassword]: lazyScreen(() => import('../screens/auth/ForgotScreen')),
  [PATHS.resetPassword]: lazyScreen(() => import('../screens/auth/ResetScreen')),
  [PATHS.transfer]: lazyScreen(() => import('../screens/auth/TransferScreen')),
  [PATHS.linkTrader]: lazyScreen(() => import('../screens/submissions/LinkTraderScreen')),
};

const PAGES = PAGE_TABLE.map(({ path, access }) => ({
  path,
  access,
  ...PAGE_COMPONENTS[path],
}));

export const PUBLIC_PAGES = PAGES.filter(({ access }) => access !== 'member');

export const MEMBER_PAGES = PAGES.filter(({ access }) => access === 'member');

const shell = lazyScreen(() => import('./shell/Shell'));

export const Shell = shell.Component;

/** Null in production, where the build omits it. */
export const Styleguide = import.meta.env.DEV
  ? lazy(() => import('../../styleguide/Styleguide'))
  : null;

function listStaffParts(path: string): readonly { load: () => Promise<unknown> }[] {
  const parts = getCurrentUser()?.staff === true ? findStaffParts(path) : [];
  return parts.length === 0 ? [] : [StaffConsole, ...parts];
}

/**
 * Loads all code of the path in parallel. Never rejects: a failed load fails again when the screen
 * is shown.
 */
export async function preload(path: string): Promise<void> {
  const page = PAGES.find((candidate) => candidate.path === stripTrailingSlash(path));
  const parts: readonly ({ load: () => Promise<unknown> } | undefined)[] = page
    ? [page]
    : [shell, findScreen(path) ?? findInnerScreen(path), ...listStaffParts(path)];
  await Promise.allSettled(parts.map(async (part) => part?.load()));
}
