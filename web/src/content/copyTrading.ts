/** What the locked screen promises. */
export const COPY_LOCKED = {
  description: 'Follow traders of the community, with a limit of your own on what one may risk.',
  features: ['You set the most that one trade may risk', 'Stop at any time', 'No fee from us'],
} as const;

/** Sample content: the figures behind the locked screen's blur. */
export const SAMPLE_COPY_FIGURES = [
  { label: 'Copied trades', value: '128' },
  { label: 'Return, 30 days', value: '+18.4 %' },
  { label: 'Traders followed', value: '3' },
  { label: 'Win rate', value: '82 %' },
] as const;

/** Sample content: whom one could follow. Win rates in percent. */
export const SAMPLE_COPY_TRADERS = [
  { name: 'Chidi A.', status: 'online', profit: '+$4,210', trades: 214, winRate: 86 },
  { name: 'Amara K.', status: 'online', profit: '+$3,875', trades: 189, winRate: 84 },
  { name: 'Kofi M.', status: 'away', profit: '+$2,990', trades: 167, winRate: 81 },
  { name: 'Zanele D.', status: 'away', profit: '+$2,415', trades: 143, winRate: 80 },
  { name: 'Luis R.', status: 'online', profit: '+$1,960', trades: 120, winRate: 79 },
] as const;

/** Sample content: trades that would have been copied, newest first. */
export const SAMPLE_COPIED_TRADES = [
  { trader: 'Chidi A.', pair: 'EUR/USD', direction: 'CALL', result: '+$42.50' },
  { trader: 'Amara K.', pair: 'XAU/USD', direction: 'PUT', result: '+$85.00' },
  { trader: 'Chidi A.', pair: 'GBP/USD', direction: 'PUT', result: '−$50.00' },
  { trader: 'Kofi M.', pair: 'USD/JPY', direction: 'CALL', result: '+$42.50' },
  { trader: 'Amara K.', pair: 'AUD/USD', direction: 'CALL', result: '+$85.00' },
  { trader: 'Zanele D.', pair: 'GBP/JPY', direction: 'PUT', result: '+$42.50' },
] as const;

/** All that stands on the open screen. */
export const COPY_PLACEHOLDER = {
  title: 'Copy trading is being prepared',
  text: 'Nothing is copied yet, and nothing on your account is touched. We tell you on this screen and in Telegram when it opens.',
} as const;
