import type { Feature } from '@quantalgo/contracts/access/access';
import {
  LESSON_PATH,
  PATHS,
  SIGNAL_PATH,
  type Path,
  WEEK_PATH,
  stripTrailingSlash,
} from '@quantalgo/contracts/core/paths';

interface PageRow {
  readonly path: Path;
  readonly title: string;
  /** `visitor`: logged-in members are redirected. */
  readonly access: 'visitor' | 'anyone' | 'member';
  /** For search engines and link previews of entry pages. All other pages are `noindex`. */
  readonly description?: string;
}

export const GROUPS = ['Trading', 'Learning and tools', 'Account'] as const;

export interface ScreenRow extends Omit<PageRow, 'access' | 'description'> {
  readonly label: string;
  readonly group: (typeof GROUPS)[number];
  /**
   * `whole`: needs nothing from the server. `stored`: shows stored data with its age.
   * `stored-and-queued`: also queues input in the outbox.
   */
  readonly offline: 'whole' | 'stored' | 'stored-and-queued';
  readonly feature: Feature;
  /** Screens without one aren't in the bottom bar on phones. */
  readonly barLabel?: string;
}

export const PAGE_TABLE = [
  {
    path: PATHS.login,
    title: 'Log in',
    access: 'visitor',
    description: 'Log in to see every signal you’ve received, online or offline.',
  },
  {
    path: PATHS.signUp,
    title: 'Create your account',
    access: 'visitor',
    description: 'Create a free account and link your broker account. Most traders lose money.',
  },
  { path: PATHS.activate, title: 'Confirm your account', access: 'visitor' },
  { path: PATHS.forgotPassword, title: 'Forgot password', access: 'anyone' },
  { path: PATHS.resetPassword, title: 'Set a new password', access: 'anyone' },
  { path: PATHS.transfer, title: 'Continue your session', access: 'anyone' },
  { path: PATHS.linkTrader, title: 'Link your trading account', access: 'member' },
] as const satisfies readonly PageRow[];

export const SCREEN_TABLE = [
  {
    path: PATHS.dashboard,
    title: 'Control Center',
    label: 'Control Center',
    feature: 'control-center',
    group: 'Trading',
    offline: 'stored',
    barLabel: 'Home',
  },
  {
    path: PATHS.signals,
    title: 'Signal Stream',
    label: 'Signal Stream',
    feature: 'signal-stream',
    group: 'Trading',
    offline: 'stored',
    barLabel: 'Signals',
  },
  {
    path: PATHS.platinumStream,
    title: 'Platinum Stream',
    label: 'Platinum Stream',
    feature: 'platinum-stream',
    group: 'Trading',
    offline: 'stored-and-queued',
  },
  {
    path: PATHS.essentialRoom,
    title: 'Essential Room',
    label: 'Essential Room',
    feature: 'essential-room',
    group: 'Trading',
    offline: 'stored-and-queued',
  },
  {
    path: PATHS.community,
    title: 'Trader’s Network',
    label: 'Trader’s Network',
    feature: 'traders-network',
    group: 'Trading',
    offline: 'stored-and-queued',
  },
  {
    path: PATHS.performance,
    title: 'Performance Matrix',
    label: 'Performance Matrix',
    feature: 'performance-matrix',
    group: 'Trading',
    offline: 'stored',
    barLabel: 'Performance',
  },
  {
    path: PATHS.copyTrading,
    title: 'Copy Trading',
    label: 'Copy Trading',
    feature: 'copy-trading',
    group: 'Learning and tools',
    offline: 'stored',
  },
  {
    path: PATHS.botAccess,
    title: 'AI Trading Bot',
    label: 'AI Trading Bot',
    feature: 'bot-access',
    group: 'Learning and tools',
    offline: 'stored-and-queued',
  },
  {
    path: PATHS.mentorship,
    title: 'Mentorship Vault',
    label: 'Mentorship Vault',
    feature: 'mentorship-vault',
    group: 'Learning and tools',
    offline: 'stored-and-queued',
  },
  {
    path: PATHS.live,
    title: 'Live Counter',
    label: 'Live Counter',
    feature: 'live-counter',
    group: 'Learning and tools',
    offline: 'stored',
  },
  {
    path: PATHS.upgrade,
    title: 'Upgrade Access',
    label: 'Upgrade Access',
    feature: 'upgrade-access',
    group: 'Account',
    offline: 'whole',
  },
  {
    path: PATHS.accountSetup,
    title: 'Account Setup',
    label: 'Account Setup',
    feature: 'account-setup',
    group: 'Account',
    offline: 'stored-and-queued',
  },
  {
    path: PATHS.settings,
    title: 'Account Hub',
    label: 'Account Hub',
    feature: 'account-hub',
    group: 'Account',
    offline: 'stored-and-queued',
  },
  {
    path: PATHS.support,
    title: 'Support Desk',
    label: 'Support Desk',
    feature: 'support-desk',
    group: 'Account',
    offline: 'stored-and-queued',
    barLabel: 'Support',
  },
] as const satisfies readonly ScreenRow[];

export type InnerRow = Pick<ScreenRow, 'title' | 'offline' | 'feature'> & {
  /** Router syntax, such as `/dashboard/signals/:slot`. */
  readonly path: string;
};

export const INNER_TABLE = [
  {
    path: PATHS.notifications,
    title: 'Notifications',
    feature: 'account-hub',
    offline: 'stored-and-queued',
  },
  {
    path: PATHS.signalHistory,
    title: 'Signal history',
    feature: 'signal-stream',
    offline: 'stored',
  },
  {
    path: PATHS.journal,
    title: 'Journal',
    feature: 'performance-matrix',
    offline: 'stored-and-queued',
  },
  {
    path: PATHS.results,
    title: 'My results',
    feature: 'performance-matrix',
    offline: 'stored',
  },
  {
    path: WEEK_PATH,
    title: 'My week',
    feature: 'performance-matrix',
    offline: 'stored',
  },
  {
    path: SIGNAL_PATH,
    title: 'Signal',
    feature: 'signal-stream',
    offline: 'stored',
  },
  {
    path: LESSON_PATH,
    title: 'Lesson',
    feature: 'mentorship-vault',
    offline: 'stored-and-queued',
  },
] as const satisfies readonly InnerRow[];

interface StaffRow extends Pick<ScreenRow, 'title' | 'label'> {
  readonly path: Path;
}

/** In the console's tab order. The sidebar links to the first one. */
export const STAFF_TABLE = [
  { path: PATHS.staffQueue, title: 'Verification queue', label: 'Verification' },
  { path: PATHS.staffUsers, title: 'Users', label: 'Users' },
  { path: PATHS.staffMembers, title: 'Members', label: 'Members' },
  { path: PATHS.staffCodes, title: 'Dashboard codes', label: 'Codes' },
  { path: PATHS.staffTickets, title: 'Support tickets', label: 'Tickets' },
  { path: PATHS.staffSetups, title: 'Account setups', label: 'Setups' },
  { path: PATHS.staffPosts, title: 'Moderation', label: 'Posts' },
  { path: PATHS.staffSessions, title: 'Live sessions', label: 'Sessions' },
  { path: PATHS.staffMail, title: 'Failed emails', label: 'Mail' },
  { path: PATHS.staffAudit, title: 'Audit', label: 'Audit' },
  { path: PATHS.staffSystem, title: 'System', label: 'System' },
] as const satisfies readonly StaffRow[];

export type StaffPath = (typeof STAFF_TABLE)[number]['path'];
export type InnerPath = (typeof INNER_TABLE)[number]['path'];
export type PagePath = (typeof PAGE_TABLE)[number]['path'];
export type ScreenPath = (typeof SCREEN_TABLE)[number]['path'];

export const matchesPath = ({ path }: { readonly path: string }, address: string): boolean =>
  new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(stripTrailingSlash(address));

export function getPageTitle(path: string, staff = false): string {
  const rows = [...PAGE_TABLE, ...SCREEN_TABLE, ...INNER_TABLE, ...(staff ? STAFF_TABLE : [])];
  return rows.find((row) => matchesPath(row, path))?.title ?? 'Page not found';
}
