import { PATHS, SIGNAL_PATH, type Feature, type Path } from '@quantalgo/contracts';

/** A page of the app outside the dashboard. */
interface PageRow {
  readonly path: Path;
  /** Names the document while the page is shown. */
  readonly title: string;
  /** Who it is for: a visitor (whoever is signed in is led on), anyone, or members. */
  readonly access: 'visitor' | 'anyone' | 'member';
  /** For search engines and link previews, where the page is one to arrive at; all others ask not to be listed. */
  readonly description?: string;
}

/** The sidebar's groups, in its order. */
export const GROUPS = ['Trading', 'Learning and tools', 'Account'] as const;

/** A screen of the dashboard, all of which are for members. */
export interface ScreenRow extends Omit<PageRow, 'access' | 'description'> {
  /** What the sidebar calls it. */
  readonly label: string;
  /** Where the sidebar shows it, in the table's order. */
  readonly group: (typeof GROUPS)[number];
  /**
   * What it shows without a connection: all of it, as it asks nothing of the server; what this device keeps, with its
   * age; or that too, and it takes what is written until it can be sent.
   */
  readonly offline: 'whole' | 'kept' | 'kept-and-queued';
  /** Decides who may use it; who may not sees a lock. */
  readonly feature: Feature;
  /** What the bottom bar of phones calls it; absent from the bar without. */
  readonly barLabel?: string;
}

/** Every page of the app outside the dashboard, once. */
export const PAGE_TABLE = [
  {
    path: PATHS.login,
    title: 'Log in',
    access: 'visitor',
    description: 'Log in to your signals: all that you ever received, online and offline.',
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

/** Every screen of the dashboard, once, in the sidebar's order. */
export const SCREEN_TABLE = [
  {
    path: PATHS.dashboard,
    title: 'Control Center',
    label: 'Control Center',
    feature: 'control-center',
    group: 'Trading',
    offline: 'kept',
    barLabel: 'Home',
  },
  {
    path: PATHS.signals,
    title: 'Signal Room',
    label: 'Signal Stream',
    feature: 'signal-stream',
    group: 'Trading',
    offline: 'kept',
    barLabel: 'Signals',
  },
  {
    path: PATHS.platinumStream,
    title: 'Platinum Stream',
    label: 'Platinum Stream',
    feature: 'platinum-stream',
    group: 'Trading',
    offline: 'whole',
  },
  {
    path: PATHS.essentialRoom,
    title: 'Essential Room',
    label: 'Essential Room',
    feature: 'essential-room',
    group: 'Trading',
    offline: 'whole',
  },
  {
    path: PATHS.community,
    title: "Trader's Network",
    label: "Trader's Network",
    feature: 'traders-network',
    group: 'Trading',
    offline: 'whole',
  },
  {
    path: PATHS.performance,
    title: 'Performance Matrix',
    label: 'Performance Matrix',
    feature: 'performance-matrix',
    group: 'Trading',
    offline: 'kept',
    barLabel: 'Performance',
  },
  {
    path: PATHS.copyTrading,
    title: 'Copy Trading',
    label: 'Copy Trading',
    feature: 'copy-trading',
    group: 'Learning and tools',
    offline: 'whole',
  },
  {
    path: PATHS.botAccess,
    title: 'AI Trading Bot',
    label: 'AI Trading Bot',
    feature: 'bot-access',
    group: 'Learning and tools',
    offline: 'whole',
  },
  {
    path: PATHS.mentorship,
    title: 'Mentorship Vault',
    label: 'Mentorship Vault',
    feature: 'mentorship-vault',
    group: 'Learning and tools',
    offline: 'whole',
  },
  {
    path: PATHS.live,
    title: 'Live Counter',
    label: 'Live Counter',
    feature: 'live-counter',
    group: 'Learning and tools',
    offline: 'whole',
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
    offline: 'kept-and-queued',
  },
  {
    path: PATHS.settings,
    title: 'Account Hub',
    label: 'Account Hub',
    feature: 'account-hub',
    group: 'Account',
    offline: 'kept-and-queued',
  },
  {
    path: PATHS.support,
    title: 'Support Desk',
    label: 'Support Desk',
    feature: 'support-desk',
    group: 'Account',
    offline: 'kept-and-queued',
    barLabel: 'Support',
  },
] as const satisfies readonly ScreenRow[];

/** A screen of the dashboard that no bar names: another screen leads to it. */
export type InnerRow = Pick<ScreenRow, 'title' | 'offline' | 'feature'> & {
  /** As the router writes it: `/dashboard/signals/:slot`. */
  readonly path: string;
};

/** The screens behind others, once; of two that fit an address the first one counts. */
export const INNER_TABLE = [
  {
    path: PATHS.signalHistory,
    title: 'Signal history',
    feature: 'signal-stream',
    offline: 'kept',
  },
  {
    path: SIGNAL_PATH,
    title: 'Signal',
    feature: 'signal-stream',
    offline: 'kept',
  },
] as const satisfies readonly InnerRow[];

/** A screen of the console, for staff alone: to all others its address is none. */
export interface StaffRow extends Pick<ScreenRow, 'title' | 'label'> {
  readonly path: Path;
}

/** Every screen of the staff's console, once, in the order of its bar; the first one is where the sidebar leads. */
export const STAFF_TABLE = [
  { path: PATHS.staffQueue, title: 'Verification queue', label: 'Verification' },
  { path: PATHS.staffUsers, title: 'Users', label: 'Users' },
  { path: PATHS.staffCodes, title: 'Dashboard codes', label: 'Codes' },
  { path: PATHS.staffTickets, title: 'Support tickets', label: 'Tickets' },
  { path: PATHS.staffSetups, title: 'Account setups', label: 'Setups' },
  { path: PATHS.staffMail, title: 'Failed mail', label: 'Mail' },
  { path: PATHS.staffAudit, title: 'Audit', label: 'Audit' },
  { path: PATHS.staffSystem, title: 'System', label: 'System' },
] as const satisfies readonly StaffRow[];

export type StaffPath = (typeof STAFF_TABLE)[number]['path'];
export type InnerPath = (typeof INNER_TABLE)[number]['path'];
export type PagePath = (typeof PAGE_TABLE)[number]['path'];
export type ScreenPath = (typeof SCREEN_TABLE)[number]['path'];

/** The path as the tables write it: without a slash at its end. */
export const withoutSlash = (path: string): string => path.replace(/\/+$/, '');

/** Whether an address is of a row's path, whose `:parts` stand for anything. */
export const isAt = ({ path }: { readonly path: string }, address: string): boolean =>
  new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(withoutSlash(address));

/** Names the page at this path of the app, as one of staff or somebody else sees it. */
export function titleOf(path: string, staff = false): string {
  const rows = [...PAGE_TABLE, ...SCREEN_TABLE, ...INNER_TABLE, ...(staff ? STAFF_TABLE : [])];
  return rows.find((one) => isAt(one, path))?.title ?? 'Page not found';
}
