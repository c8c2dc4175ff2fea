import { formatCount } from '../core/format';
import { type Performance, MIN_HEADLINE_SIGNALS } from '../signals/figures';
import type { Probability } from '../signals/signal';

export interface Headline {
  /**
   * `entered`: only signals that could be entered. `all`: everything published, if no signal was
   * confirmed.
   */
  readonly basis: 'entered' | 'all';
  readonly total: number;
  readonly won: number;
  readonly winRate: Probability | null;
  readonly firstEntryRate: Probability | null;
}

/** Excludes no-go signals, because a signal that nobody could enter must not count as a win. */
export function getHeadline(performance: Performance): Headline {
  const { entered, totalSignals, wonSignals, winRateRange, firstEntryRange } = performance;
  if (!entered || entered.confirmed === 0)
    return {
      basis: 'all',
      total: totalSignals,
      won: wonSignals,
      winRate: totalSignals < MIN_HEADLINE_SIGNALS ? null : winRateRange,
      firstEntryRate: totalSignals < MIN_HEADLINE_SIGNALS ? null : firstEntryRange,
    };
  const { signals, winRate, firstEntryRate } = entered;
  const hasRate = signals >= MIN_HEADLINE_SIGNALS;
  return {
    basis: 'entered',
    total: signals,
    won: Math.round((signals * (winRate?.value ?? 0)) / 100),
    winRate: hasRate ? winRate : null,
    firstEntryRate: hasRate ? firstEntryRate : null,
  };
}

/** Below {@link MIN_HEADLINE_SIGNALS} results, a rate would mean nothing. */
export const describeTooFew = (settled: number): string =>
  `${formatCount(settled)} settled ${settled === 1 ? 'signal' : 'signals'} so far. A meaningful rate needs ${MIN_HEADLINE_SIGNALS}, so we only count them for now.`;
