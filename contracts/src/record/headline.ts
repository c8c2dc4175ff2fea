import { formatCount } from '../core/format';
import { computeMovedWinRate, MIN_HEADLINE_SIGNALS, type Performance } from '../signals/figures';
import type { Probability } from '../signals/signal';

export interface Headline {
  /**
   * `entered`: only signals that could be entered. `all`: everything published, if no signal was
   * confirmed.
   */
  readonly basis: 'entered' | 'all';
  readonly total: number;
  readonly won: number;
  /** Of the ladders that moved. */
  readonly winRate: Probability | null;
}

/** Excludes no-go signals, because a signal that nobody could enter must not count as a win. */
export function getHeadline(performance: Performance): Headline {
  const { entered, totalSignals, wonSignals, winRateRange } = performance;
  if (!entered || entered.confirmed === 0)
    return {
      basis: 'all',
      total: totalSignals,
      won: wonSignals,
      winRate:
        totalSignals < MIN_HEADLINE_SIGNALS
          ? null
          : winRateRange && computeMovedWinRate(performance),
    };
  const { signals, breakEven, winRate } = entered;
  return {
    basis: 'entered',
    total: signals,
    won: Math.round(((signals - breakEven) * (winRate?.value ?? 0)) / 100),
    winRate: signals >= MIN_HEADLINE_SIGNALS ? winRate : null,
  };
}

/** Below {@link MIN_HEADLINE_SIGNALS} results, a rate would mean nothing. */
export const describeTooFew = (settled: number): string =>
  `${formatCount(settled)} settled ${settled === 1 ? 'signal' : 'signals'} so far. A meaningful rate needs ${MIN_HEADLINE_SIGNALS}, so we only count them for now.`;
