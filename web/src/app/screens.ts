import { PATHS } from '@quantalgo/contracts';
import {
  Activity,
  Bot,
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
import { SCREEN_TABLE, withoutSlash, type ScreenPath, type ScreenRow } from './screenTable';

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
