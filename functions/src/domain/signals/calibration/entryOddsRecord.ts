import { Z95 } from '@quantalgo/contracts/signals/zScores';

/**
 * Brier gains (0–1) of the odds restated at the entry over the published ones. The last three sum,
 * over days, gain², gain × n and n².
 */
export interface GainTally {
  readonly trials: number;
  readonly gain: number;
  readonly gainGain: number;
  readonly gainTrials: number;
  readonly trialsTrials: number;
}

/** `gain` is in percent of Brier skill, with its 95 % interval. Null below two results. */
interface PooledGain {
  readonly counted: number;
  readonly gain: { readonly value: number; readonly low: number; readonly high: number } | null;
}

const EMPTY_TALLY: GainTally = {
  trials: 0,
  gain: 0,
  gainGain: 0,
  gainTrials: 0,
  trialsTrials: 0,
};

const sumTallies = (tallies: readonly GainTally[]): GainTally =>
  tallies.reduce(
    (sums, { trials, gain, gainGain, gainTrials, trialsTrials }) => ({
      trials: sums.trials + trials,
      gain: sums.gain + gain,
      gainGain: sums.gainGain + gainGain,
      gainTrials: sums.gainTrials + gainTrials,
      trialsTrials: sums.trialsTrials + trialsTrials,
    }),
    EMPTY_TALLY,
  );

interface CountedGain {
  readonly day: number;
  readonly gain: number;
}

/** @param gains all results of their days, because a day that is added twice counts as two */
export function addGains(tally: GainTally | undefined, gains: readonly CountedGain[]): GainTally {
  const days = new Map<number, { trials: number; gain: number }>();
  for (const { day, gain } of gains) {
    const sums = days.get(day) ?? { trials: 0, gain: 0 };
    days.set(day, { trials: sums.trials + 1, gain: sums.gain + gain });
  }
  const dayTallies = [...days.values()].map(({ trials, gain }) => ({
    trials,
    gain,
    gainGain: gain * gain,
    gainTrials: gain * trials,
    trialsTrials: trials * trials,
  }));
  return sumTallies([tally ?? EMPTY_TALLY, ...dayTallies]);
}

/** Brier score of always stating 50 %. */
const COIN_SCORE = 0.25;

const toSkill = (score: number): number => (100 * score) / COIN_SCORE;

/**
 * Pools the tallies of several strategies. The interval clusters results by day, and treats each
 * strategy’s days as independent of the other strategies’.
 */
export function poolGains(tallies: readonly GainTally[]): PooledGain {
  const { trials: counted, gain, ...sums } = sumTallies(tallies);
  if (counted < 2) return { counted, gain: null };
  const mean = gain / counted;
  const squares = sums.gainGain - 2 * mean * sums.gainTrials + mean * mean * sums.trialsTrials;
  const half = toSkill((Z95 * Math.sqrt(Math.max(0, squares))) / counted);
  const value = toSkill(mean);
  return { counted, gain: { value, low: value - half, high: value + half } };
}

const MIN_RESULTS = 1000;

/** The restated odds came closer to the results than the published ones, beyond chance. */
export const isRestatementProven = ({ counted, gain }: PooledGain): boolean =>
  counted >= MIN_RESULTS && gain !== null && gain.low > 0;
