import type { Bin } from './curve';

/** Trials that the constant of all pairs counts for in each: a hundred know it to a third, as about ten are flat. */
const PRIOR_TRIALS = 100;

/** Halvings after which the constant is known to a millionth of its range. */
const STEPS = 40;

/** Largest constant looked for, in steps of the last digit: then every second candle is flat at this volatility. */
const MAX = 2 ** 16;

/** Half a bin up on a scale of half octaves: the volatility that stands for the bin. */
const MIDDLE = 2 ** 0.25;

/**
 * The rate, 0–1, at which a price moves at a volatility (steps of its last digit): the odds of an unchanged close fall
 * as ranges grow, because a close hits one of as many prices as the range holds. `grain` is the volatility at which
 * every second close is unchanged; it depends on how finely a source quotes a pair.
 */
const movingRate = (grain: number, volatility: number): number => volatility / (volatility + grain);

/** The grain at which these bins' trials would have had `flats` unchanged closes; bisection, as the sum rises with it. */
function solve(bins: readonly Bin[], flats: number): number {
  let [low, high] = [0, MAX];
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    const expected = bins.reduce(
      (sum, { from, trials }) => sum + trials * (1 - movingRate(middle, from * MIDDLE)),
      0,
    );
    if (expected < flats) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

const flatsIn = (bins: readonly Bin[]): number =>
  bins.reduce((sum, { trials, hits }) => sum + trials - hits, 0);

/** The grain of all pairs together: at least one close is taken for unchanged. */
export const commonGrain = (bins: readonly Bin[]): number =>
  solve(bins, Math.max(1, flatsIn(bins)));

/** A pair's grain by its own trials (bins by volatility), drawn to that of all pairs where they are few. */
export function grainOf(bins: readonly Bin[], common: number): number {
  const trials = bins.reduce((sum, bin) => sum + bin.trials, 0);
  if (trials === 0) return common;
  const expected = bins.reduce(
    (sum, bin) => sum + bin.trials * (1 - movingRate(common, bin.from * MIDDLE)),
    0,
  );
  const prior = PRIOR_TRIALS / trials;
  return solve(bins, (flatsIn(bins) + prior * expected) / (1 + prior));
}

/** The moving rate that is expected of a bin. */
export const expectedOf =
  (grain: number) =>
  ({ from }: Bin): number =>
    movingRate(grain, from * MIDDLE);
