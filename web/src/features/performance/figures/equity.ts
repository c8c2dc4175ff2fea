import { firstEntryResult, inStakes, ladderResult } from '@quantalgo/contracts';
import type { SettledDigest } from './chosen';

/** What was earned (or lost, below 0) up to a signal, in first stakes. */
export interface EquityPoint {
  readonly id: string;
  /** How many signals this is after. */
  readonly number: number;
  /** The first entry of every signal alone, each at the same stake; and all four levels of each. */
  readonly flat: number;
  readonly ladder: number;
}

export interface Equity {
  /** After each signal, the oldest first. */
  readonly points: readonly EquityPoint[];
  /** Deepest fall from a height reached before, in first stakes. */
  readonly flatDrawdown: number;
  readonly ladderDrawdown: number;
}

/** Follows a sum and its deepest fall, in ten-thousandths of a stake. */
class Sum {
  value = 0;
  fall = 0;
  #peak = 0;

  add(result: number): void {
    this.value += result;
    this.#peak = Math.max(this.#peak, this.value);
    this.fall = Math.max(this.fall, this.#peak - this.value);
  }
}

/** How a stake would have fared on these signals, the oldest first. `payout`: what a won stake earns, 0.8 is 80 %. */
export function equityOf(signals: readonly SettledDigest[], payout: number): Equity {
  const flat = new Sum();
  const ladder = new Sum();
  const points = signals.map(({ id, ending }, at) => {
    flat.add(firstEntryResult(ending, payout));
    ladder.add(ladderResult(ending, payout));
    return { id, number: at + 1, flat: inStakes(flat.value), ladder: inStakes(ladder.value) };
  });
  return { points, flatDrawdown: inStakes(flat.fall), ladderDrawdown: inStakes(ladder.fall) };
}

/** About `count` of the points, evenly spread, the last one always among them. */
export function thinned<T>(points: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.ceil(points.length / count));
  return points.filter((_, at) => (points.length - 1 - at) % step === 0);
}
