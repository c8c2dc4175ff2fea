import { PATHS } from '@quantalgo/contracts/core/paths';
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
  type LucideIcon,
  RadioTower,
  Settings,
  Users,
} from 'lucide-react';
import type { ScreenPath } from '../screenTable';

/** In the shell's chunk, so that visitors don't load the icons. */
export const SCREEN_ICONS: Record<ScreenPath, LucideIcon> = {
  [PATHS.dashboard]: LayoutDashboard,
  [PATHS.signals]: Activity,
  [PATHS.platinumStream]: RadioTower,
  [PATHS.essentialRoom]: Gem,
  [PATHS.community]: Users,
  [PATHS.performance]: ChartNoAxesCombined,
  [PATHS.copyTrading]: Copy,
  [PATHS.botAccess]: Bot,
  [PATHS.mentorship]: GraduationCap,
  [PATHS.live]: Gauge,
  [PATHS.upgrade]: CircleArrowUp,
  [PATHS.accountSetup]: ListChecks,
  [PATHS.settings]: Settings,
  [PATHS.support]: LifeBuoy,
};
