import type { Notification } from '@quantalgo/contracts';

/** What each kind of notification tells. */
export const NOTIFICATION_WORDS: Readonly<Record<Notification, { name: string; text: string }>> = {
  signals: { name: 'Signals', text: 'A new signal of your tier, and how it ended.' },
  trades: { name: 'Trades', text: 'What your trades and proofs have come to.' },
  security: { name: 'Security', text: 'Sign-ins, and changes of password or address.' },
  marketing: { name: 'Offers and news', text: 'Now and then. Off unless you ask for it.' },
};

/** Asked before an account is deleted. */
export const DELETE_QUESTION =
  'Are you sure you want to delete your account? This action cannot be undone.';

/** What goes with it. */
export const DELETED_WITH_IT = [
  'Your name, address, phone number and password',
  'Your trader ID, account setups, and the screenshots and files you sent',
  'Your tickets and their answers',
  'Your sessions on all devices, and what this device keeps',
] as const;

/** What does not. */
export const DELETED_WITHOUT =
  'The public ledger of signals stays: it names nobody. Your broker account is the broker’s matter.';
