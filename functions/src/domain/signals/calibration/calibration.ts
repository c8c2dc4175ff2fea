import type { Pair } from '@quantalgo/contracts/market/pairs';
import type { LadderRules } from '@quantalgo/contracts/signals/rules';
import { type Probability, type Source, wilson } from '@quantalgo/contracts/signals/signal';
import type { Checkup } from './checkup';
import { type Curve, type CurveStep, stepAt, trialsBehind } from './curve';

export interface Curves {
  /** Rate at which the first level is not flat, by volatility. */
  readonly moves: Curve;
  /** Rate at which the first level wins where it is not flat, by score. */
  readonly firstEntry: Curve;
  /**
   * Rate at which any level wins where the first is not flat, by score. The name is the one it is stored under; the
   * number of levels is that of the calibration's rules.
   */
  readonly withinFour: Curve;
}

/** The curves of one pair, drawn to those of all pairs where its trials are few. */
export interface PairCurves extends Curves {
  /** Rate at which its first levels were not flat: what `withinFour` was learnt at. */
  readonly moved: number;
}

/**
 * How many trials tell no more than one independent trial (L. Kish's design effect, 1965), of each curve: 1 and more,
 * because neighbouring slots share levels and pairs share a currency.
 */
export type DesignEffects = Readonly<Record<keyof Curves, number>>;

/** What a strategy's opinions are worth, judged by the outcomes of its past ones. */
export interface Calibration {
  readonly strategyId: string;
  readonly strategyHash: string;
  readonly source: Source;
  /** The rules of its trials: those of the record that it is used for. */
  readonly rules: LadderRules;
  /** Names strategy, slot of the fit and sample size: the origin of a signal's confidence. */
  readonly version: string;
  /** The slot (epoch ms) up to which it was fitted. */
  readonly fittedAt: number;
  /** Number of past opinions behind it. */
  readonly trials: number;
  readonly trialsByPair: Readonly<Record<Pair, number>>;
  /** Of all pairs together. */
  readonly curves: Curves;
  readonly curvesByPair: Readonly<Record<Pair, PairCurves>>;
  /**
   * Pairs whose source failed: their trials and curves are of an earlier fit, up to this slot (epoch ms). Absent where
   * there are none.
   */
  readonly carriedFrom?: Readonly<Record<Pair, number>> | undefined;
  readonly designEffects: DesignEffects;
  /** Null where there are too few trials for one. */
  readonly checkup: Checkup | null;
  /** Why the strategy gives no signals, and since when (epoch ms); null while it may. */
  readonly switchedOff: { readonly since: number; readonly reason: string } | null;
}

/** What a forecast is made from. */
export type Fitted = Pick<
  Calibration,
  'trialsByPair' | 'curves' | 'curvesByPair' | 'designEffects' | 'rules'
>;

export interface Chances {
  readonly firstEntry: Probability;
  /** Probability that the signal wins within its levels. */
  readonly confidence: Probability;
  /** Probability, in percent, that its first level isn't flat. */
  readonly moves: number;
}

/** Fewest past trials, of all pairs and of each pair, that a calibration needs to be used. */
export const MIN_TRIALS = 200;

const HOUR_MS = 60 * 60_000;

/** How long (ms) a calibration stays valid without renewal; one of too few trials is soon fitted again. */
export const HOLDS_MS = { known: 7 * 24 * HOUR_MS, unknown: HOUR_MS } as const;

/**
 * Independent trials that an expected rate counts for. `moves`: of a bin of volatility, whose rate is expected by
 * `movingRate`. `edge`: of a strategy beside a coin, of a score beside its strategy, of a pair beside all pairs, each
 * of which is expected to differ by half a point (0.25 / 10,000 = (0.5 %)²): what was found beyond that in five-minute
 * prices of one source was gone in those of another.
 */
export const PRIOR = { moves: 100, edge: 10_000 } as const;

/**
 * The rate, 0–1, at which any of `levels` wins where the first is not flat, if each moves at the rate `moved` and then
 * wins at the rate `right`: a flat later level is lost to the ladder.
 */
export const ladderRate = (moved: number, right: number, { levels }: LadderRules): number =>
  1 - (1 - right) * (1 - moved * right) ** (levels - 1);

/** Rates (0–1) of an opinion, and the steps of the curves of all pairs that they were learnt from. */
export interface Rates {
  readonly moves: number;
  readonly firstEntry: number;
  /** Where the first level is not flat, as `firstEntry` is. */
  readonly withinFour: number;
}

type Place = { readonly pair: Pair; readonly score: number; readonly volatility: number };

/** The rates of an opinion of a pair, by the pair's own curves where there are any; null for empty curves. */
export function ratesOf(
  { curves, curvesByPair, rules }: Pick<Fitted, 'curves' | 'curvesByPair' | 'rules'>,
  place: Place,
): Rates | null {
  const own = curvesByPair[place.pair];
  const { moves, firstEntry, withinFour } = own ?? curves;
  const moved = stepAt(moves, place.volatility)?.rate;
  const right = stepAt(firstEntry, place.score)?.rate;
  const ladder = stepAt(withinFour, place.score)?.rate;
  if (moved === undefined || right === undefined || ladder === undefined) return null;
  const ofVolatility = own
    ? ladderRate(moved, right, rules) / ladderRate(own.moved, right, rules)
    : 1;
  return { moves: moved, firstEntry: right, withinFour: Math.min(1, ladder * ofVolatility) };
}

/** Variance of a rate that was learnt from so many trials, and of a pair's own beside it. */
const varianceOf = (rate: number, step: CurveStep | undefined, effect: number): number =>
  rate * (1 - rate) * (effect / Math.max(1, step?.trials ?? 0) + 1 / PRIOR.edge);

const inHundredths = (percent: number): number => Math.round(percent * 100) / 100;

/** A rate (0–1) with its variance as a probability in percent, rounded to two decimals. */
function chance(rate: number, variance: number): Probability | null {
  const trials = (rate * (1 - rate)) / variance;
  const range = wilson(rate * trials, trials);
  return (
    range && {
      value: inHundredths(range.value),
      low: inHundredths(range.low),
      high: inHundredths(range.high),
    }
  );
}

/**
 * The calibrated chances of an opinion of a pair, in percent with 95 % intervals; null where there are too few trials.
 * A signal wins when its first level is not flat, which depends on the volatility, and its direction is right, which
 * depends on the score. Intervals rest on trials alone, counted as independent ones: an expected rate is no evidence,
 * and how far a pair may differ from all pairs makes them wider.
 */
export function chancesOf(fitted: Fitted, opinion: Place): Chances | null {
  const { trialsByPair, curves, curvesByPair, designEffects: effects } = fitted;
  const isKnown = (trialsByPair[opinion.pair] ?? 0) >= MIN_TRIALS;
  const rates = isKnown ? ratesOf(fitted, opinion) : null;
  if (!rates) return null;
  const { moves } = rates;
  const ofPair = curvesByPair[opinion.pair] ?? curves;
  const ofMoves = (moves * (1 - moves) * effects.moves) / Math.max(1, trialsBehind(ofPair.moves));
  const chanceOf = (target: 'firstEntry' | 'withinFour') => {
    const rate = rates[target];
    const variance = varianceOf(rate, stepAt(curves[target], opinion.score), effects[target]);
    return chance(moves * rate, moves ** 2 * variance + rate ** 2 * ofMoves);
  };
  const [first, ladder] = [chanceOf('firstEntry'), chanceOf('withinFour')];
  return (
    first && ladder && { firstEntry: first, confidence: ladder, moves: inHundredths(100 * moves) }
  );
}
