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
  notifications: '/dashboard/notifications',
  accountSetup: '/dashboard/account-setup',
  staffQueue: '/dashboard/admin/verification',
  staffUsers: '/dashboard/admin/users',
  staffMembers: '/dashboard/admin/members',
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

/**
 * URL parsers drop tabs and line breaks and read a backslash as a slash, so `/<tab>/host` would be
 * a different origin.
 */
const SITE_PATH = /^\/(?!\/)[^\s\\]*$/;

export const toSafePath = (path: string): string => (SITE_PATH.test(path) ? path : PATHS.dashboard);

export const SIGNAL_PATH = '/dashboard/signals/:slot';

export const signalPath = (id: string): string => SIGNAL_PATH.replace(':slot', id);

export const WEEK_PATH = '/dashboard/performance/results/:week';

export const weekPath = (week: string): string => WEEK_PATH.replace(':week', week);

export const LESSON_PATH = '/dashboard/mentorship/:lesson';

export const lessonPath = (id: string): string => LESSON_PATH.replace(':lesson', id);

export const journalPath = (id: string): string => `${PATHS.journal}?entry=${id}`;

/** Separate from its endpoint, so that the service worker needn't bundle the login schemas. */
export const END_SESSION_PATH = '/auth/end-session';

/** Prerendered pages outside the app's router. */
export const DOCUMENT_PATHS = [
  PATHS.landing,
  PATHS.verify,
  PATHS.terms,
  PATHS.privacy,
  PATHS.risk,
  PATHS.contacts,
] as const satisfies readonly Path[];
export type DocumentPath = (typeof DOCUMENT_PATHS)[number];

export const stripTrailingSlash = (path: string): string => path.replace(/\/+$/, '');

/** @param target path, possibly with a query or a fragment */
export function isDocumentPath(target: string): boolean {
  const path = stripTrailingSlash(target.replace(/[?#].*$/s, ''));
  return DOCUMENT_PATHS.some((document) => stripTrailingSlash(document) === path);
}
