/** Sample content: the made-up signals on the home of guests. Confidence in percent. */
export const GUEST_CALLS = {
  pairs: ['EUR/USD', 'GBP/USD', 'USD/JPY'],
  confidence: [76, 94],
} as const;

/** Sample content: the made-up signals on the home of essential members. Confidence in percent. */
export const ESSENTIAL_CALLS = {
  pairs: ['EUR/USD', 'GBP/USD', 'USD/JPY', 'XAU/USD', 'AUD/USD'],
  confidence: [88, 95],
} as const;

/** Said where signals are made up. */
export const CALLS_NOTE = 'Made up to show the form: every window is over, nothing here to enter.';

/** Said where the market is made up. */
export const PULSE_NOTE =
  'Simulated, from no market. What our signals really did is in the record.';

export const UPGRADE_BANNER = {
  title: 'Want the real ones?',
  text: 'A funded broker account opens the Signal Room. From $20; it stays your money.',
} as const;
