import type { Bin } from './curve';

// Weight of the common grain, in trials. About ten of 100 trials are flat, which determines a
// pair's grain to about ±33%.
const PRIOR_TRIALS = 100;

const BISECTION_STEPS = 40;

// Upper bound, in steps of the last digit.
const MAX_GRAIN = 2 ** 16;

// Factor from a bin's lower bound to its middle, on a scale of half octaves.
const BIN_MIDDLE = 2 ** 0.25;

/**
 * Rate (0–1) at which closes change. Larger ranges have more prices, so fewer closes stay the same.
 * At volatility `grain`, which depends on how finely a source quotes, half of them do.
 */
const getMovingRate = (grain: number, volatility: number): number =>
  volatility / (volatility + grain);

/** Bisection works, because the expected number of unchanged closes rises with the grain. */
function solveGrain(bins: readonly Bin[], flats: number): number {
  let [low, high] = [0, MAX_GRAIN];
  for (let step = 0; step < BISECTION_STEPS; step += 1) {
    const middle = (low + high) / 2;
    const expected = bins.reduce(
      (sum, { from, trials }) => sum + trials * (1 - getMovingRate(middle, from * BIN_MIDDLE)),
      0,
    );
    if (expected < flats) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

const countFlats = (bins: readonly Bin[]): number =>
  bins.reduce((sum, { trials, hits }) => sum + trials - hits, 0);

/** Assumes at least one unchanged close. */
export const fitCommonGrain = (bins: readonly Bin[]): number =>
  solveGrain(bins, Math.max(1, countFlats(bins)));

/** Shrunk towards the common grain if the pair has few trials. */
export function fitGrain(bins: readonly Bin[], common: number): number {
  const trials = bins.reduce((sum, bin) => sum + bin.trials, 0);
  if (trials === 0) return common;
  const expected = bins.reduce(
    (sum, bin) => sum + bin.trials * (1 - getMovingRate(common, bin.from * BIN_MIDDLE)),
    0,
  );
  const prior = PRIOR_TRIALS / trials;
  return solveGrain(bins, (countFlats(bins) + prior * expected) / (1 + prior));
}

export const expectMovingRate =
  (grain: number) =>
  ({ from }: Bin): number =>
    getMovingRate(grain, from * BIN_MIDDLE);
