import { PATHS } from '@quantalgo/contracts';
import { Activity, LayoutDashboard, type LucideIcon } from 'lucide-react';
import { lazy, type ComponentType } from 'react';
import { SCREEN_TABLE, withoutSlash, type ScreenPath, type ScreenRow } from './screenTable';

interface Drawn {
  readonly icon: LucideIcon;
  readonly load: () => Promise<{ default: ComponentType }>;
}

/** A screen of the dashboard, with what draws it. */
export interface Screen extends ScreenRow, Drawn {
  readonly Component: ComponentType;
}

const DRAWN: Record<ScreenPath, Drawn> = {
  [PATHS.dashboard]: { icon: LayoutDashboard, load: () => import('../features/dashboard') },
  [PATHS.signals]: { icon: Activity, load: () => import('../features/signals') },
};

/** Every screen of the dashboard, once, in the sidebar's order. */
export const SCREENS: readonly Screen[] = SCREEN_TABLE.map((row) => {
  const drawn = DRAWN[row.path];
  return { ...row, ...drawn, Component: lazy(drawn.load) };
});

/** The screen at this path of the site, if there is one. */
export const screenAt = (path: string): Screen | undefined =>
  SCREENS.find((candidate) => candidate.path === withoutSlash(path));
