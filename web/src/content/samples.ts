import type { Outcome } from '@quantalgo/contracts/signals/signal';

/** Samples illustrate features; they are not part of the record. Epoch ms. */
export const SAMPLE_SLOT = Date.UTC(2026, 10, 20, 13, 5);

export const SAMPLE_ODDS = { value: 52.4, low: 50.9, high: 53.9 } as const;

export const SAMPLE_COMMITMENTS = [
  { number: '48,213', says: 'Committed', hash: '9f3a…c21d' },
  { number: '48,219', says: 'Revealed', hash: '9f3a…c21d' },
] as const;

export const SAMPLE_LOSSES: readonly { time: string; pair: string; outcome: Outcome }[] = [
  { time: '13:40', pair: 'XAU/USD', outcome: 'profit' },
  { time: '13:35', pair: 'GBP/USD', outcome: 'loss' },
  { time: '13:30', pair: 'USD/JPY', outcome: 'break-even' },
];
