import { PATHS, SIGNAL_PATH } from '@quantalgo/contracts';
import {
  Activity,
  Bot,
  ChartNoAxesCombined,
  CircleArrowUp,
  Copy,
  Gauge,
  Gem,
  GraduationCap,
  LayoutDashboard,
  LifeBuoy,
  ListChecks,
  RadioTower,
  Settings,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { fetched, type Fetched } from './fetched';
import {
  INNER_TABLE,
  isAt,
  SCREEN_TABLE,
  withoutSlash,
  type InnerPath,
  type InnerRow,
  type ScreenPath,
  type ScreenRow,
} from './screenTable';

/** A screen is told whether it is open to the member; where it is not, it draws its locked teaser. */
interface ScreenProps {
  readonly open: boolean;
}

interface Drawn extends Fetched<ScreenProps> {
  readonly icon: LucideIcon;
}

/** A screen of the dashboard, with what draws it. */
export interface Screen extends ScreenRow, Drawn {}

const DRAWN: Record<ScreenPath, Drawn> = {
  [PATHS.dashboard]: { icon: LayoutDashboard, ...fetched(() => import('../features/dashboard')) },
  [PATHS.signals]: { icon: Activity, ...fetched(() => import('../features/signals')) },
  [PATHS.platinumStream]: { icon: RadioTower, ...fetched(() => import('../features/platinum')) },
  [PATHS.essentialRoom]: { icon: Gem, ...fetched(() => import('../features/essentialRoom')) },
  [PATHS.community]: { icon: Users, ...fetched(() => import('../features/community')) },
  [PATHS.performance]: {
    icon: ChartNoAxesCombined,
    ...fetched(() => import('../features/performance')),
  },
  [PATHS.copyTrading]: { icon: Copy, ...fetched(() => import('../features/copyTrading')) },
  [PATHS.botAccess]: { icon: Bot, ...fetched(() => import('../features/botAccess')) },
  [PATHS.mentorship]: { icon: GraduationCap, ...fetched(() => import('../features/mentorship')) },
  [PATHS.live]: { icon: Gauge, ...fetched(() => import('../features/live')) },
  [PATHS.upgrade]: { icon: CircleArrowUp, ...fetched(() => import('../features/upgrade')) },
  [PATHS.accountSetup]: { icon: ListChecks, ...fetched(() => import('../features/accountSetup')) },
  [PATHS.settings]: { icon: Settings, ...fetched(() => import('../features/settings')) },
  [PATHS.support]: { icon: LifeBuoy, ...fetched(() => import('../features/support')) },
};

/** Every screen of the dashboard, once, in the sidebar's order. */
export const SCREENS: readonly Screen[] = SCREEN_TABLE.map((row) => ({
  ...row,
  ...DRAWN[row.path],
}));

/** The screen at this path of the site, if there is one. */
export const screenAt = (path: string): Screen | undefined =>
  SCREENS.find((candidate) => candidate.path === withoutSlash(path));

/** A screen that another one leads to, with what draws it. */
export interface InnerScreen extends InnerRow, Fetched<ScreenProps> {}

const INNER_DRAWN: Record<InnerPath, Fetched<ScreenProps>> = {
  [PATHS.signalHistory]: fetched(() => import('../features/signals/history')),
  [SIGNAL_PATH]: fetched(() => import('../features/signals/page')),
};

/** Every screen behind another one, once. */
export const INNER_SCREENS: readonly InnerScreen[] = INNER_TABLE.map((row) => ({
  ...row,
  ...INNER_DRAWN[row.path],
}));

/** The screen behind another one at this path of the site, if there is one. */
export const innerScreenAt = (path: string): InnerScreen | undefined =>
  INNER_SCREENS.find((candidate) => isAt(candidate, path));
