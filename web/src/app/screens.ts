import { LESSON_PATH, PATHS, SIGNAL_PATH, WEEK_PATH } from '@quantalgo/contracts';
import { lazyScreen, type LazyScreen } from './lazyLoading';
import {
  INNER_TABLE,
  type InnerPath,
  type InnerRow,
  isAt,
  SCREEN_TABLE,
  type ScreenPath,
  type ScreenRow,
  STAFF_TABLE,
  type StaffPath,
  withoutSlash,
} from './screenTable';

/** `open` says whether the member may use the screen; otherwise it renders its locked teaser. */
interface ScreenProps {
  readonly open: boolean;
}

/** A screen of the dashboard, with its component. */
export interface Screen extends ScreenRow, LazyScreen<ScreenProps> {
  readonly path: ScreenPath;
}

const SCREEN_PARTS: Record<ScreenPath, LazyScreen<ScreenProps>> = {
  [PATHS.dashboard]: lazyScreen(() => import('../screens/dashboard/Home')),
  [PATHS.signals]: lazyScreen(() => import('../screens/signals/SignalRoom')),
  [PATHS.platinumStream]: lazyScreen(() => import('../screens/rooms/PlatinumStream')),
  [PATHS.essentialRoom]: lazyScreen(() => import('../screens/rooms/EssentialRoom')),
  [PATHS.community]: lazyScreen(() => import('../screens/rooms/Community')),
  [PATHS.performance]: lazyScreen(() => import('../screens/performance/PerformanceMatrix')),
  [PATHS.copyTrading]: lazyScreen(() => import('../screens/rooms/CopyTrading')),
  [PATHS.botAccess]: lazyScreen(() => import('../screens/paper/BotAccess')),
  [PATHS.mentorship]: lazyScreen(() => import('../screens/vault/Mentorship')),
  [PATHS.live]: lazyScreen(() => import('../screens/rooms/LiveCounter')),
  [PATHS.upgrade]: lazyScreen(() => import('../screens/Upgrade')),
  [PATHS.accountSetup]: lazyScreen(() => import('../screens/submit/AccountSetup')),
  [PATHS.settings]: lazyScreen(() => import('../screens/settings/AccountHub')),
  [PATHS.support]: lazyScreen(() => import('../screens/support/Support')),
};

/** All screens of the dashboard, in the sidebar's order. */
export const SCREENS: readonly Screen[] = SCREEN_TABLE.map((row) => ({
  ...row,
  ...SCREEN_PARTS[row.path],
}));

/** The screen at this path, if there is one. */
export const screenAt = (path: string): Screen | undefined =>
  SCREENS.find((candidate) => candidate.path === withoutSlash(path));

/** An inner screen, with its component. */
export interface InnerScreen extends InnerRow, LazyScreen<ScreenProps> {}

const INNER_SCREEN_PARTS: Record<InnerPath, LazyScreen<ScreenProps>> = {
  [PATHS.paperDays]: lazyScreen(() => import('../screens/dashboard/ThirtyDays')),
  [PATHS.signalHistory]: lazyScreen(() => import('../screens/signals/SignalHistory')),
  [PATHS.journal]: lazyScreen(() => import('../screens/journal/Journal')),
  [PATHS.results]: lazyScreen(() => import('../screens/journal/Results')),
  [WEEK_PATH]: lazyScreen(() => import('../screens/journal/Week')),
  [SIGNAL_PATH]: lazyScreen(() => import('../screens/signals/SignalPage')),
  [LESSON_PATH]: lazyScreen(() => import('../screens/vault/LessonPage')),
};

/** All inner screens. */
export const INNER_SCREENS: readonly InnerScreen[] = INNER_TABLE.map((row) => ({
  ...row,
  ...INNER_SCREEN_PARTS[row.path],
}));

/** The inner screen at this path, if there is one. */
export const innerScreenAt = (path: string): InnerScreen | undefined =>
  INNER_SCREENS.find((candidate) => isAt(candidate, path));

const STAFF_SCREEN_PARTS: Record<StaffPath, LazyScreen> = {
  [PATHS.staffQueue]: lazyScreen(() => import('../screens/staff/submissions/VerificationQueue')),
  [PATHS.staffUsers]: lazyScreen(() => import('../screens/staff/Users')),
  [PATHS.staffCodes]: lazyScreen(() => import('../screens/staff/Codes')),
  [PATHS.staffTickets]: lazyScreen(() => import('../screens/staff/Tickets')),
  [PATHS.staffSetups]: lazyScreen(() => import('../screens/staff/submissions/Setups')),
  [PATHS.staffPosts]: lazyScreen(() => import('../screens/staff/Moderation')),
  [PATHS.staffSessions]: lazyScreen(() => import('../screens/staff/Sessions')),
  [PATHS.staffMail]: lazyScreen(() => import('../screens/staff/Mail')),
  [PATHS.staffAudit]: lazyScreen(() => import('../screens/staff/Audit')),
  [PATHS.staffSystem]: lazyScreen(() => import('../screens/staff/System')),
};

/** The console's frame: a bar around the staff's screens. */
export const StaffConsole = lazyScreen(() => import('../screens/staff/Console'));

/** All screens of the staff's console. */
export const STAFF_SCREENS = STAFF_TABLE.map((row) => ({
  ...row,
  ...STAFF_SCREEN_PARTS[row.path],
}));

/** The console's screens at the path: one, or none. */
export function staffPartsAt(path: string): readonly Pick<LazyScreen, 'load'>[] {
  const screen = STAFF_SCREENS.find((one) => one.path === withoutSlash(path));
  return screen ? [screen] : [];
}
