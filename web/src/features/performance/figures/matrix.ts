import {
  countSettlements,
  isDemonstration,
  NO_SIGNALS_SETTLED,
  performanceOf,
  type Performance,
  type PerformanceDetails,
  type Source,
} from '@quantalgo/contracts';
import { watSlotId, type SettledDigest } from './chosen';
import { equityOf, type Equity } from './equity';
import { streaksOf, type Streaks } from './streaks';

/** All figures of a choice of signals, by the same count that makes the public record. */
export interface Matrix {
  readonly performance: Performance;
  /** Hours and weekdays are those of WAT. */
  readonly details: PerformanceDetails;
  readonly equity: Equity;
  readonly streaks: Streaks;
  /** The first source that is no live market, null where all are. */
  readonly demonstration: Source | null;
}

/** The figures of these signals, the newest first. `payout`: what a won stake earns, 0.8 is 80 %. */
export function matrixOf(newestFirst: readonly SettledDigest[], payout: number): Matrix | null {
  const signals = newestFirst.slice().reverse();
  const over = signals.map(
    (signal) => [{ ...signal, id: watSlotId(signal.id) }, signal.ending] as const,
  );
  const demonstration = signals.find(({ source }) => isDemonstration(source))?.source ?? null;
  const counters = countSettlements(NO_SIGNALS_SETTLED, over);
  const performance = performanceOf({ ...counters, source: demonstration ?? 'twelvedata' });
  const { details } = performance;
  return details && signals.length > 0
    ? {
        performance,
        details,
        equity: equityOf(signals, payout),
        streaks: streaksOf(signals),
        demonstration,
      }
    : null;
}
