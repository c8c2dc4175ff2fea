/** Where the site's screens are: for its links and guards, for mails and notifications. */
export const PATHS = {
  landing: '/',
  login: '/login',
  signUp: '/signup',
  forgotPassword: '/forgot-password',
  dashboard: '/dashboard',
  signals: '/dashboard/signals',
} as const;
export type Path = (typeof PATHS)[keyof typeof PATHS];
