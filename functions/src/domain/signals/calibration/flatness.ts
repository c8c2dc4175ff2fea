import type { Bin } from './curve';

// Weight, in trials, of the shared constant in each pair: a hundred trials, about ten of them flat, know it to a third.
const PRIOR_TRIALS = 100;

const BISECTION_STEPS = 40;

// In steps of the last digit: every second candle is flat at this volatility.
const MAX_GRAIN = 2 ** 16;

// Half a bin up on a scale of half octaves: the volatility that stands for a bin.
const BIN_MIDDLE = 2 ** 0.25;

/**
 * Rate (0–1) at which a price moves at a volatility (steps of its last digit). Unchanged closes get rarer as ranges
 * grow, because a close hits one of as many prices as the range holds. At volatility `grain` every second close is
 * unchanged; it depends on how finely a source quotes a pair.
 */
const getMovingRate = (grain: number, volatility: number): number =>
  volatility / (volatility + grain);

/** The grain that explains `flats` unchanged closes. Bisection works because their expected number rises with it. */
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

/** Drawn towards the common grain if the pair has few trials. */
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
