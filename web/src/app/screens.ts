import {
  LESSON_PATH,
  PATHS,
  SIGNAL_PATH,
  WEEK_PATH,
  stripTrailingSlash,
} from '@quantalgo/contracts/core/paths';
import { lazyScreen, type LazyScreen } from './lazyLoading';
import {
  INNER_TABLE,
  type InnerPath,
  type InnerRow,
  matchesPath,
  SCREEN_TABLE,
  type ScreenPath,
  type ScreenRow,
  STAFF_TABLE,
  type StaffPath,
} from './screenTable';

interface ScreenProps {
  /** If false, the screen shows its locked teaser. */
  readonly open: boolean;
}

export interface Screen extends ScreenRow, LazyScreen<ScreenProps> {
  readonly path: ScreenPath;
}

const SCREEN_PARTS: Record<ScreenPath, LazyScreen<ScreenProps>> = {
  [PATHS.dashboard]: lazyScreen(() => import('../screens/home/Home')),
  [PATHS.signals]: lazyScreen(() => import('../screens/signals/SignalRoom')),
  [PATHS.platinumStream]: lazyScreen(() => import('../screens/live/PlatinumStream')),
  [PATHS.essentialRoom]: lazyScreen(() => import('../screens/chat/EssentialRoom')),
  [PATHS.community]: lazyScreen(() => import('../screens/network/Community')),
  [PATHS.performance]: lazyScreen(() => import('../screens/record/PerformanceMatrix')),
  [PATHS.copyTrading]: lazyScreen(() => import('../screens/leaderboard/CopyTrading')),
  [PATHS.botAccess]: lazyScreen(() => import('../screens/bots/BotAccess')),
  [PATHS.mentorship]: lazyScreen(() => import('../screens/vault/Mentorship')),
  [PATHS.live]: lazyScreen(() => import('../screens/network/LiveCounter')),
  [PATHS.upgrade]: lazyScreen(() => import('../screens/account/Upgrade')),
  [PATHS.accountSetup]: lazyScreen(() => import('../screens/submissions/AccountSetup')),
  [PATHS.settings]: lazyScreen(() => import('../screens/settings/AccountHub')),
  [PATHS.support]: lazyScreen(() => import('../screens/tickets/Support')),
};

export const SCREENS: readonly Screen[] = SCREEN_TABLE.map((row) => ({
  ...row,
  ...SCREEN_PARTS[row.path],
}));

export const findScreen = (path: string): Screen | undefined =>
  SCREENS.find((candidate) => candidate.path === stripTrailingSlash(path));

export interface InnerScreen extends InnerRow, LazyScreen<ScreenProps> {}

const INNER_SCREEN_PARTS: Record<InnerPath, LazyScreen<ScreenProps>> = {
  [PATHS.notifications]: lazyScreen(() => import('../screens/notifications/Notifications')),
  [PATHS.signalHistory]: lazyScreen(() => import('../screens/signals/SignalHistory')),
  [PATHS.journal]: lazyScreen(() => import('../screens/journal/Journal')),
  [PATHS.results]: lazyScreen(() => import('../screens/journal/Results')),
  [WEEK_PATH]: lazyScreen(() => import('../screens/journal/Week')),
  [SIGNAL_PATH]: lazyScreen(() => import('../screens/signals/SignalPage')),
  [LESSON_PATH]: lazyScreen(() => import('../screens/vault/LessonPage')),
};

export const INNER_SCREENS: readonly InnerScreen[] = INNER_TABLE.map((row) => ({
  ...row,
  ...INNER_SCREEN_PARTS[row.path],
}));

export const findInnerScreen = (path: string): InnerScreen | undefined =>
  INNER_SCREENS.find((candidate) => matchesPath(candidate, path));

const STAFF_SCREEN_PARTS: Record<StaffPath, LazyScreen> = {
  [PATHS.staffQueue]: lazyScreen(() => import('../screens/console/submissions/VerificationQueue')),
  [PATHS.staffUsers]: lazyScreen(() => import('../screens/console/Users')),
  // In one file with Mail, because each file costs bytes in the service worker's list.
  [PATHS.staffMembers]: lazyScreen(() =>
    import('../screens/console/membersAndMail').then(({ Members }) => ({ default: Members })),
  ),
  [PATHS.staffCodes]: lazyScreen(() => import('../screens/console/Codes')),
  [PATHS.staffTickets]: lazyScreen(() => import('../screens/console/Tickets')),
  [PATHS.staffSetups]: lazyScreen(() => import('../screens/console/submissions/Setups')),
  [PATHS.staffPosts]: lazyScreen(() => import('../screens/console/Moderation')),
  [PATHS.staffSessions]: lazyScreen(() => import('../screens/console/Sessions')),
  [PATHS.staffMail]: lazyScreen(() =>
    import('../screens/console/membersAndMail').then(({ Mail }) => ({ default: Mail })),
  ),
  [PATHS.staffAudit]: lazyScreen(() => import('../screens/console/Audit')),
  [PATHS.staffSystem]: lazyScreen(() => import('../screens/console/System')),
};

export const StaffConsole = lazyScreen(() => import('../screens/console/Console'));

export const STAFF_SCREENS = STAFF_TABLE.map((row) => ({
  ...row,
  ...STAFF_SCREEN_PARTS[row.path],
}));

export function findStaffParts(path: string): readonly Pick<LazyScreen, 'load'>[] {
  const screen = STAFF_SCREENS.find((candidate) => candidate.path === stripTrailingSlash(path));
  return screen ? [screen] : [];
}
