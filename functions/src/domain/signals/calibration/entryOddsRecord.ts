import { Z95 } from '@quantalgo/contracts/signals/zScores';
import { addDays, type DaySums, NO_DAYS, sumSquares } from './daySums';

/** Brier gains (0–1) of the odds restated at the entry over the published ones, which are the gaps. */
export interface GainTally extends DaySums {
  readonly trials: number;
  readonly gain: number;
}

/** `gain` is in percent of Brier skill, with its 95% interval. Null below two results. */
interface PooledGain {
  readonly counted: number;
  readonly gain: { readonly value: number; readonly low: number; readonly high: number } | null;
}

export const NO_GAINS: GainTally = { trials: 0, gain: 0, ...NO_DAYS };

interface CountedGain {
  readonly day: number;
  readonly gain: number;
}

/** @param gains all results of their days, because a day that is added twice counts as two */
export const addGains = (tally: GainTally, gains: readonly CountedGain[]): GainTally => ({
  trials: tally.trials + gains.length,
  gain: gains.reduce((sum, { gain }) => sum + gain, tally.gain),
  ...addDays(
    tally,
    gains.map(({ day, gain }) => ({ day, gap: gain })),
  ),
});

const poolTallies = (tallies: readonly GainTally[]): GainTally =>
  tallies.reduce(
    (pooled, { trials, gain, gapGap, gapTrials, trialsTrials }) => ({
      trials: pooled.trials + trials,
      gain: pooled.gain + gain,
      gapGap: pooled.gapGap + gapGap,
      gapTrials: pooled.gapTrials + gapTrials,
      trialsTrials: pooled.trialsTrials + trialsTrials,
    }),
    NO_GAINS,
  );

/** Brier score of always stating 50%. */
const COIN_SCORE = 0.25;

const toSkill = (score: number): number => (100 * score) / COIN_SCORE;

/** Fewer clusters make the interval too narrow. Weighted by their size (Kish, 1965). */
const MIN_DAYS = 10;

/**
 * Pools the tallies of several strategies. The interval clusters results by day, and treats each
 * strategy’s days as independent of the other strategies’.
 */
export function poolGains(tallies: readonly GainTally[]): PooledGain {
  const { trials: counted, gain, ...sums } = poolTallies(tallies);
  if (counted < 2 || counted ** 2 < MIN_DAYS * sums.trialsTrials) return { counted, gain: null };
  const mean = gain / counted;
  const half = toSkill((Z95 * Math.sqrt(Math.max(0, sumSquares(sums, mean)))) / counted);
  const value = toSkill(mean);
  return { counted, gain: { value, low: value - half, high: value + half } };
}

const MIN_RESULTS = 1000;

/** The restated odds came closer to the results than the published ones, beyond chance. */
export const isRestatementProven = ({ counted, gain }: PooledGain): boolean =>
  counted >= MIN_RESULTS && gain !== null && gain.low > 0;
