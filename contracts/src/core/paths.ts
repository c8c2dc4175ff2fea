/** The paths of the site's screens and pages: for its links and guards, for mails and notifications. */
export const PATHS = {
  landing: '/',
  login: '/login',
  signUp: '/signup',
  activate: '/activate',
  linkTrader: '/link-trader-id',
  forgotPassword: '/forgot-password',
  resetPassword: '/reset-password',
  transfer: '/transfer',
  dashboard: '/dashboard',
  signals: '/dashboard/signals',
  signalHistory: '/dashboard/signals/history',
  platinumStream: '/dashboard/platinum-stream',
  essentialRoom: '/dashboard/essential-room',
  community: '/dashboard/community',
  performance: '/dashboard/performance',
  journal: '/dashboard/performance/journal',
  results: '/dashboard/performance/results',
  copyTrading: '/dashboard/copy-trading',
  botAccess: '/dashboard/bot-access',
  mentorship: '/dashboard/mentorship',
  live: '/dashboard/live',
  upgrade: '/dashboard/upgrade',
  settings: '/dashboard/settings',
  support: '/dashboard/support',
  accountSetup: '/dashboard/account-setup',
  staffQueue: '/dashboard/admin/verification',
  staffUsers: '/dashboard/admin/users',
  staffCodes: '/dashboard/admin/codes',
  staffTickets: '/dashboard/admin/tickets',
  staffSetups: '/dashboard/admin/setups',
  staffPosts: '/dashboard/admin/posts',
  staffSessions: '/dashboard/admin/sessions',
  staffMail: '/dashboard/admin/mail',
  staffAudit: '/dashboard/admin/audit',
  staffSystem: '/dashboard/admin/system',
  verify: '/verify',
  terms: '/terms',
  privacy: '/privacy',
  risk: '/risk',
  contacts: '/contacts',
} as const;
export type Path = (typeof PATHS)[keyof typeof PATHS];

/** The URL parser drops tabs and line breaks and takes a backslash for a slash: `/<tab>/host` is another origin. */
const OWN_PATH = /^\/(?!\/)[^\s\\]*$/;

/** A path that stays on this site; the dashboard if this one doesn't. */
export const safePath = (path: string): string => (OWN_PATH.test(path) ? path : PATHS.dashboard);

/** The route of a signal's screen, in the router's notation. */
export const SIGNAL_PATH = '/dashboard/signals/:slot';

/** The path of a signal's screen; `id` is the id of its slot. */
export const signalPath = (id: string): string => SIGNAL_PATH.replace(':slot', id);

/** The route of a week's results, in the router's notation. */
export const WEEK_PATH = '/dashboard/performance/results/:week';

/** The path of a week's results; `week` as `2026-W47`. */
export const weekPath = (week: string): string => WEEK_PATH.replace(':week', week);

/** The route of a lesson of the Mentorship Vault, in the router's notation. */
export const LESSON_PATH = '/dashboard/mentorship/:lesson';

/** The path of a lesson. */
export const lessonPath = (id: string): string => LESSON_PATH.replace(':lesson', id);

/** The journal with the entry of a signal open; `id` is the id of its slot. */
export const journalPath = (id: string): string => `${PATHS.journal}?entry=${id}`;

/**
 * The path to which a device that signed out offline sends its sign-out proof. Apart from its endpoint, with which the
 * service worker would carry the schemas of all logins.
 */
export const SIGN_OUT_PATH = '/auth/end-session';

/** Pages for visitors: each a prerendered document, not a route of the app. */
export const DOCUMENT_PATHS = [
  PATHS.landing,
  PATHS.verify,
  PATHS.terms,
  PATHS.privacy,
  PATHS.risk,
  PATHS.contacts,
] as const satisfies readonly Path[];
export type DocumentPath = (typeof DOCUMENT_PATHS)[number];
