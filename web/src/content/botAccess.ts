import type { Direction } from '@quantalgo/contracts';

/** What the locked screen promises. */
export const BOT_LOCKED = {
  description: 'Watch a bot trade by your rules, and pause it with one press.',
  features: [
    'Three levels of risk',
    'A limit on open trades and on what each may cost',
    'Pause and resume at any time',
  ],
} as const;

export const RANGES = ['1H', '4H', '1D', '1W'] as const;
export type Range = (typeof RANGES)[number];

/** Sample content: what the bot did in each range. */
export const SAMPLE_BOT_FIGURES = {
  '1H': [
    { label: 'Profit', value: '+$42' },
    { label: 'Trades', value: '3' },
    { label: 'Win rate', value: '67 %' },
    { label: 'Deepest loss', value: '−$50' },
  ],
  '4H': [
    { label: 'Profit', value: '+$128' },
    { label: 'Trades', value: '9' },
    { label: 'Win rate', value: '78 %' },
    { label: 'Deepest loss', value: '−$110' },
  ],
  '1D': [
    { label: 'Profit', value: '+$347' },
    { label: 'Trades', value: '24' },
    { label: 'Win rate', value: '79 %' },
    { label: 'Deepest loss', value: '−$215' },
  ],
  '1W': [
    { label: 'Profit', value: '+$1,284' },
    { label: 'Trades', value: '131' },
    { label: 'Win rate', value: '81 %' },
    { label: 'Deepest loss', value: '−$460' },
  ],
} as const satisfies Record<Range, readonly { label: string; value: string }[]>;

export interface SampleTrade {
  readonly pair: string;
  readonly direction: Direction;
  readonly size: string;
  readonly result: string;
  readonly when: string;
}

/** Sample content: trades that would be open. */
export const SAMPLE_ACTIVE_TRADES: readonly SampleTrade[] = [
  { pair: 'EUR/USD', direction: 'CALL', size: '$100', result: '+$12.40', when: 'open for 3 min' },
  { pair: 'GBP/JPY', direction: 'PUT', size: '$50', result: '−$4.10', when: 'open for 11 min' },
];

/** Sample content: trades that would be closed, newest first. */
export const SAMPLE_CLOSED_TRADES: readonly SampleTrade[] = [
  { pair: 'XAU/USD', direction: 'CALL', size: '$100', result: '+$85.00', when: 'after 5 min' },
  { pair: 'USD/JPY', direction: 'PUT', size: '$100', result: '+$85.00', when: 'after 10 min' },
  { pair: 'EUR/USD', direction: 'PUT', size: '$50', result: '−$50.00', when: 'after 5 min' },
  { pair: 'AUD/USD', direction: 'CALL', size: '$50', result: '+$42.50', when: 'after 15 min' },
];

export const RISK_LEVELS = ['Conservative', 'Moderate', 'Aggressive'] as const;
export const TRADE_SIZES = ['$50', '$100', '$250'] as const;

/** Said beside the form. */
export const CONFIGURATION_NOTE =
  'A sample form: no bot is connected, so nothing is sent and nothing is traded.';
