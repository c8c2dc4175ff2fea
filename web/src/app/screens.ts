import { PATHS } from '@quantalgo/contracts';
import { Activity, LayoutDashboard, type LucideIcon } from 'lucide-react';
import { fetched, type Fetched } from './fetched';
import { SCREEN_TABLE, withoutSlash, type ScreenPath, type ScreenRow } from './screenTable';

interface Drawn extends Fetched {
  readonly icon: LucideIcon;
}

/** A screen of the dashboard, with what draws it. */
export interface Screen extends ScreenRow, Drawn {}

const DRAWN: Record<ScreenPath, Drawn> = {
  [PATHS.dashboard]: { icon: LayoutDashboard, ...fetched(() => import('../features/dashboard')) },
  [PATHS.signals]: { icon: Activity, ...fetched(() => import('../features/signals')) },
};

/** Every screen of the dashboard, once, in the sidebar's order. */
export const SCREENS: readonly Screen[] = SCREEN_TABLE.map((row) => ({
  ...row,
  ...DRAWN[row.path],
}));

/** The screen at this path of the site, if there is one. */
export const screenAt = (path: string): Screen | undefined =>
  SCREENS.find((candidate) => candidate.path === withoutSlash(path));
