import type { SecurityEvent } from './notification';

/** For the bell and for pushes, which add the time. */
export const SECURITY_TEXTS: Readonly<
  Record<SecurityEvent, { readonly title: string; readonly advice: string }>
> = {
  'new-login': {
    title: 'A new device logged in',
    advice: 'Not you? Log it out and set a new password.',
  },
  'second-factor': {
    title: 'Your second factor has changed',
    advice: 'Not you? Set a new password at once.',
  },
  'telegram-linked': {
    title: 'A Telegram chat was linked',
    advice: 'Not you? Unlink it and set a new password.',
  },
  'telegram-unlinked': {
    title: 'Your Telegram chat was unlinked',
    advice: 'Not you? Set a new password at once.',
  },
};
