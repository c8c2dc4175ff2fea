import type { SettledDigest } from './chosen';

/** Runs of signals won or lost one after another; one that broke even neither ends a run nor counts in it. */
export interface Streaks {
  readonly longestWon: number;
  readonly longestLost: number;
  /** The run that the newest signals make; null before the first that was won or lost. */
  readonly current: { readonly outcome: 'profit' | 'loss'; readonly length: number } | null;
}

/** The runs among these signals, the oldest first. */
export function streaksOf(signals: readonly SettledDigest[]): Streaks {
  const longest = { profit: 0, loss: 0 };
  let current: Streaks['current'] = null;
  for (const { ending } of signals) {
    const { outcome } = ending;
    if (outcome === 'break-even') continue;
    const length: number = current?.outcome === outcome ? current.length + 1 : 1;
    current = { outcome, length };
    longest[outcome] = Math.max(longest[outcome], length);
  }
  return { longestWon: longest.profit, longestLost: longest.loss, current };
}
