import { PATHS, type Feature, type Path } from '@quantalgo/contracts';
import { Activity, LayoutDashboard, type LucideIcon } from 'lucide-react';
import { lazy, type ComponentType } from 'react';

/** A screen of the dashboard. */
export interface Screen {
  readonly path: Path;
  /** Names the document while the screen is shown. */
  readonly title: string;
  /** What the sidebar calls it. */
  readonly label: string;
  readonly icon: LucideIcon;
  /** Decides who may use it; who may not sees a lock. */
  readonly feature: Feature;
  /** What the bottom bar of phones calls it; absent from the bar without. */
  readonly barLabel?: string;
  readonly load: () => Promise<unknown>;
  readonly Component: ComponentType;
}

type Described = Omit<Screen, 'Component' | 'load'>;
type Load = () => Promise<{ default: ComponentType }>;

const screen = (described: Described, load: Load): Screen => ({
  ...described,
  load,
  Component: lazy(load),
});

/** Every screen of the dashboard, once, in the sidebar's order. */
export const SCREENS: readonly Screen[] = [
  screen(
    {
      path: PATHS.dashboard,
      title: 'Control Center',
      label: 'Control Center',
      icon: LayoutDashboard,
      feature: 'control-center',
      barLabel: 'Home',
    },
    () => import('../features/dashboard'),
  ),
  screen(
    {
      path: PATHS.signals,
      title: 'Signal Room',
      label: 'Signal Stream',
      icon: Activity,
      feature: 'signal-stream',
      barLabel: 'Signals',
    },
    () => import('../features/signals'),
  ),
];

/** The screen at this path of the site, if there is one. */
export const screenAt = (path: string): Screen | undefined =>
  SCREENS.find((candidate) => candidate.path === path.replace(/\/+$/, ''));
