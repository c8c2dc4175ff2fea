import type { Pair } from '@quantalgo/contracts/market/pairs';
import { type ForecastBin, ForecastTally } from '@quantalgo/contracts/signals/forecasts';
import { CLUSTER_MS, type Skill, SkillScore } from '@quantalgo/contracts/signals/skill';
import { Z99 } from '@quantalgo/contracts/signals/zScores';
import { MIN_TRIALS, getRates } from './calibration';
import type { LearntCurves } from './learner';
import type { TrialRing } from './trials';

export interface Checkup {
  /** Start of the checked trials, epoch ms. */
  readonly from: number;
  readonly firstEntry: Skill;
  readonly withinLadder: Skill;
  /** Forecasts of a win within all levels, in ten classes of equal count, ascending. */
  readonly reliability: readonly ForecastBin[];
}

export const CHECKUP_PERIOD_MS = 5 * 24 * 60 * 60_000;

interface CheckedPair {
  readonly pair: Pair;
  readonly trials: TrialRing;
  readonly from: number;
}

/**
 * Checks a fit on trials from `time` (epoch ms) or later, which it didn't see. Skips pairs with too
 * few earlier trials, as selection does. Null with too little data.
 */
export function checkFit(
  curves: LearntCurves,
  pairs: readonly CheckedPair[],
  time: number,
): Checkup | null {
  const scores = { firstEntry: new SkillScore(), withinLadder: new SkillScore() };
  const reliability = new ForecastTally();
  for (const { pair, trials, from } of pairs) {
    if (from < MIN_TRIALS) continue;
    for (let index = from; index < trials.length; index += 1) {
      const input = { pair, score: trials.score(index), volatility: trials.volatility(index) };
      const rates = getRates(curves, input);
      if (!rates) continue;
      const cluster = Math.floor(trials.slot(index) / CLUSTER_MS);
      const ladderForecast = rates.moves * rates.withinLadder;
      scores.firstEntry.add(cluster, rates.moves * rates.firstEntry, trials.isFirstEntryWon(index));
      scores.withinLadder.add(cluster, ladderForecast, trials.isWon(index));
      reliability.add(ladderForecast, trials.isWon(index));
    }
  }
  const firstEntry = scores.firstEntry.result();
  const withinLadder = scores.withinLadder.result();
  if (!firstEntry || !withinLadder) return null;
  return { from: time, firstEntry, withinLadder, reliability: reliability.bins() };
}

// In standard errors. In a fair market, this switches a strategy off about once in a hundred days,
// mostly for a day, so a false alarm costs few signals.
const DRIFT_THRESHOLD = 3;

const describeDrift = (subject: string, { said, seen }: Skill): string =>
  `In the last five days, ${seen.toFixed(1)}% of ${subject} won, but ${said.toFixed(1)}% were expected to`;

/**
 * The reason to switch a strategy off: its newest trials won less than a fit on older ones
 * forecast, by more than three standard errors. Null without drift. A later checkup can switch it
 * on again.
 */
export function findDrift({ firstEntry, withinLadder }: Checkup): string | null {
  if (firstEntry.deviation < -DRIFT_THRESHOLD)
    return describeDrift('its first entries', firstEntry);
  if (withinLadder.deviation < -DRIFT_THRESHOLD) return describeDrift('its signals', withinLadder);
  return null;
}

export interface Direction {
  readonly moved: number;
  readonly won: number;
  readonly designEffect: number;
}

/**
 * The reason to switch a strategy off: the 99% interval of its first entries' win rate lies below
 * one half. Doesn't invert the strategy, because past losses are no proof that its opposite wins.
 */
export function findWrongSide({ moved, won, designEffect }: Direction): string | null {
  if (moved < MIN_TRIALS) return null;
  const rate = won / moved;
  const standardError = Math.sqrt((designEffect * rate * (1 - rate)) / moved);
  if (!(rate + Z99 * standardError < 0.5)) return null;
  const count = moved.toLocaleString('en');
  return `Of ${count} first entries that moved, ${(100 * rate).toFixed(1)}% won. That is below half with 99% confidence.`;
}
