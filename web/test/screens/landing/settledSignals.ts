import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { toIso } from '@quantalgo/contracts/core/time';
import type { SettledSignal } from '@quantalgo/contracts/record/endpoints';
import { getEntryWindowEnd } from '@quantalgo/contracts/signals/signal';

export const SLOT = Date.parse('2026-11-20T12:00:00Z');

/** A settled CALL with these closes, one every five minutes from its entry. */
export function settledSignal(
  prices: readonly (number | null)[],
  settled: { outcome: 'profit'; level: 0 | 1 | 2 | 3 } | { outcome: 'loss' | 'break-even' },
  replaced: Partial<SettledSignal> = {},
): SettledSignal {
  const judged = {
    closes: prices.map((price, index) => ({ at: toIso(SLOT + (index + 1) * SLOT_MS), price })),
    source: 'simulated' as const,
    fetchedAt: toIso(SLOT + 4 * SLOT_MS),
    settledAt: toIso(SLOT + 4 * SLOT_MS),
  };
  return {
    sealed: {
      id: slotId(SLOT),
      pair: 'EURUSD',
      direction: 'CALL',
      strategy: 'mean-reversion',
      audience: 'basic',
      entryPrice: 1.085,
      worstPrice: 1.0853,
      confidence: { value: 94, low: 92, high: 96 },
      firstEntry: { value: 51, low: 49, high: 53 },
      calibration: 'mean-reversion/20261119T0000Z/n8000',
      source: 'simulated',
    },
    createdAt: toIso(SLOT),
    publishedAt: toIso(SLOT + 1000),
    expiresAt: toIso(getEntryWindowEnd(SLOT)),
    ledgerSeq: 48_207,
    seeded: false,
    settlement:
      settled.outcome === 'profit'
        ? { ...settled, ...judged }
        : { outcome: settled.outcome, level: null, ...judged },
    candles: [],
    ...replaced,
  };
}
