import { PATHS } from '@quantalgo/contracts/core/paths';

interface IndexedPlace {
  readonly title: string;
  readonly detail: string;
  readonly keywords: string;
  readonly to: string;
}

const setting = (title: string, anchor: string, keywords: string): IndexedPlace => ({
  title,
  detail: 'Account Hub',
  keywords,
  to: `${PATHS.settings}#${anchor}`,
});

export const SETTINGS: readonly IndexedPlace[] = [
  setting('Profile', 'profile', 'name full name'),
  setting('Phone and Telegram', 'contact', 'number handle'),
  setting('Email', 'email', 'address'),
  setting('Password', 'password', 'second factor security authenticator'),
  setting('Devices', 'devices', 'log out sessions browser'),
  setting('Notifications', 'notifications', 'email news marketing'),
  setting('Notifications on this device', 'push', 'push quiet hours silent'),
  setting('Notify me about certain pairs only', 'push', 'filter gold xau eur gbp usd jpy verdict'),
  setting('Telegram', 'telegram', 'link chat bot'),
  setting('Payout', 'payout', 'break-even broker percent'),
  setting('Risk desk', 'desk', 'stake balance stop limit'),
  setting('Appearance', 'look', 'theme dark light'),
  setting('Time zone', 'zone', 'wat utc lagos'),
  setting('App', 'app', 'install offline storage version'),
  setting('Download your data', 'download', 'export archive privacy'),
  setting('Delete your account', 'delete', 'erase remove close'),
];

export const ACTIONS: readonly (IndexedPlace & { readonly isLockedFor?: 'guest' })[] = [
  {
    title: 'Publish a paper bot',
    detail: 'Copy Trading',
    keywords: 'leaderboard share copy',
    to: PATHS.copyTrading,
    isLockedFor: 'guest',
  },
  {
    title: 'Export your data',
    detail: 'Account Hub',
    keywords: 'download archive csv',
    to: `${PATHS.settings}#download`,
  },
];

export const HELP: readonly IndexedPlace[] = [
  {
    title: 'Ask support',
    detail: 'Answers within a day',
    keywords: 'ticket help contact problem',
    to: PATHS.support,
  },
];

export const SEARCH_TEXTS = {
  placeholder: 'Screens, signals, lessons…',
  nothing: 'Nothing found. Try a screen, a pair such as XAU, a time such as 12:45, or a lesson.',
  offline: 'Works offline by searching what’s stored on this device.',
  staffOffline: 'You need a connection to search members, proofs and tickets.',
  factor: 'Confirm your second factor in the console to search members.',
} as const;
