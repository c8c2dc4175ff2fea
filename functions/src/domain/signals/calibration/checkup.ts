import type { Pair } from '@quantalgo/contracts/market/pairs';
import { type ForecastClass, ForecastTally } from '@quantalgo/contracts/signals/forecasts';
import { CLUSTER_MS, type Skill, SkillScore } from '@quantalgo/contracts/signals/skill';
import { MIN_TRIALS, ratesOf } from './calibration';
import type { Learnt } from './learner';
import type { TrialRing } from './trials';

/** How well a fit on older trials forecast the newest, which it had not seen. */
export interface Checkup {
  /** When the newest trials began, epoch ms. */
  readonly from: number;
  readonly firstEntry: Skill;
  readonly withinFour: Skill;
  /** Ten classes of equal count of the forecasts of a win within all levels, by rising height. */
  readonly reliability: readonly ForecastClass[];
}

/** How far back (ms) the newest trials reach, on which a fit is checked. */
export const CHECKUP_MS = 5 * 24 * 60 * 60_000;

/** The trials of a pair that are checked: those from this index on. */
interface Checked {
  readonly pair: Pair;
  readonly trials: TrialRing;
  readonly from: number;
}

/**
 * Checks a fit on trials that it was not made from, made at `time` (epoch ms) or later. Pairs with too few trials
 * before that are left out, as they are when signals are chosen.
 * @returns null where there is too little data
 */
export function checkup(learnt: Learnt, pairs: readonly Checked[], time: number): Checkup | null {
  const scores = { firstEntry: new SkillScore(), withinFour: new SkillScore() };
  const reliability = new ForecastTally();
  for (const { pair, trials, from } of pairs) {
    if (from < MIN_TRIALS) continue;
    for (let index = from; index < trials.length; index += 1) {
      const place = { pair, score: trials.score(index), volatility: trials.volatility(index) };
      const rates = ratesOf(learnt, place);
      if (!rates) continue;
      const cluster = Math.floor(trials.slot(index) / CLUSTER_MS);
      const four = rates.moves * rates.withinFour;
      scores.firstEntry.add(cluster, rates.moves * rates.firstEntry, trials.isFirstEntryWon(index));
      scores.withinFour.add(cluster, four, trials.isWon(index));
      reliability.add(four, trials.isWon(index));
    }
  }
  const firstEntry = scores.firstEntry.result();
  const withinFour = scores.withinFour.result();
  if (!firstEntry || !withinFour) return null;
  return { from: time, firstEntry, withinFour, reliability: reliability.classes() };
}

/**
 * Standard errors below the forecast that count as more than bad luck. In a market that favours nobody this happens to
 * a strategy about once in a hundred days, mostly for a day: a false alarm costs few signals.
 */
const TOO_FAR = 3;

const wordsOf = (what: string, { said, seen }: Skill): string =>
  `In the last five days ${seen.toFixed(1)} % of ${what} won where ${said.toFixed(1)} % were expected`;

/**
 * The rule that switches a strategy off: its newest trials won less, by more than three standard errors, than a fit on
 * the older ones forecast, at the first entry or within all levels. A later checkup without drift switches it on again.
 * @returns the reason; null where nothing drifted
 */
export function driftIn({ firstEntry, withinFour }: Checkup): string | null {
  if (firstEntry.deviation < -TOO_FAR) return wordsOf('its first entries', firstEntry);
  if (withinFour.deviation < -TOO_FAR) return wordsOf('its signals', withinFour);
  return null;
}

/** Standard errors of a rate that 99 of 100 samples stay within, on both sides together. */
const Z99 = 2.575829;

/** First entries that moved: how many, how many of them won, and how many tell no more than one independent one. */
export interface Direction {
  readonly moved: number;
  readonly won: number;
  readonly designEffect: number;
}

/**
 * The rule that switches a strategy off for being wrong more often than right: even the upper end of the 99 % interval
 * of the rate at which its first entries went its way lies below a half, of as many as a strategy has to be tried. It is not turned round: a strategy that is
 * right because its contrary was wrong has no reason to stay so.
 * @returns the reason; null where it is right as often as wrong
 */
export function wrongSide({ moved, won, designEffect }: Direction): string | null {
  if (moved < MIN_TRIALS) return null;
  const rate = won / moved;
  const error = Math.sqrt((designEffect * rate * (1 - rate)) / moved);
  if (!(rate + Z99 * error < 0.5)) return null;
  const count = moved.toLocaleString('en');
  return `Of ${count} first entries that moved, ${(100 * rate).toFixed(1)} % went its way: wrong more often than right, at 99 %`;
}
