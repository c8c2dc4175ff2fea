import type { Pair } from '@quantalgo/contracts/market/pairs';
import type { LadderRules } from '@quantalgo/contracts/signals/rules';
import {
  type Probability,
  type Source,
  computeWilsonInterval,
  roundToHundredths,
} from '@quantalgo/contracts/signals/signal';
import type { Checkup } from './checkup';
import type { Model } from '../regression/model';
import { type Curve, findCurveStep, countTrials } from './curve';
import { countIndependent, getOffset, type PublishedRecord } from './published';

export interface Curves {
  /** Rate at which the first level isn't flat, by volatility. */
  readonly moves: Curve;
  /** Win rate of a first level that isn't flat, by score. */
  readonly firstEntry: Curve;
  /** Rate at which any level wins if the first isn't flat, by score. */
  readonly withinLadder: Curve;
}

/** Shrunk towards the curves of all pairs if the pair has few trials. */
export interface PairCurves extends Curves {
  /** Rate at which the pair's first levels moved when `withinLadder` was learnt. */
  readonly moved: number;
}

/**
 * Number of trials worth one independent trial (L. Kish's design effect, 1965). At least 1, because
 * neighbouring slots share levels and pairs share currencies.
 */
export type DesignEffects = Readonly<Record<keyof Curves, number>>;

/**
 * By precedence. `record`: its published results were too bad, so it is tried without publishing.
 * `wrong-side`: its trials' first entries lost to a coin. `drift`: its newest trials won less than
 * forecast.
 */
export const SWITCH_OFF_CAUSES = ['record', 'wrong-side', 'drift'] as const;

export type SwitchOffCause = (typeof SWITCH_OFF_CAUSES)[number];

export interface Calibration {
  readonly strategyId: string;
  readonly strategyHash: string;
  readonly source: Source;
  readonly rules: LadderRules;
  /**
   * Strategy, slot of the fit and sample size. Signals state it as the origin of their confidence.
   */
  readonly version: string;
  readonly fittedAt: number;
  readonly trials: number;
  readonly trialsByPair: Readonly<Record<Pair, number>>;
  readonly curves: Curves;
  readonly curvesByPair: Readonly<Record<Pair, PairCurves>>;
  /**
   * Pairs whose source failed. Their trials and curves are from an earlier fit, up to this slot
   * (epoch ms).
   */
  readonly carriedFrom?: Readonly<Record<Pair, number>> | undefined;
  readonly designEffects: DesignEffects;
  /** Results of published signals. Absent before the first nightly fit. */
  readonly record?: PublishedRecord | undefined;
  /** Only for strategies with weights. */
  readonly model?: Model | undefined;
  readonly checkup: Checkup | null;
  /** `since` in epoch ms. Null while the strategy may give signals. */
  readonly switchedOff: {
    readonly since: number;
    readonly reason: string;
    readonly cause: SwitchOffCause;
  } | null;
}

export type FittedCurves = Pick<
  Calibration,
  'trialsByPair' | 'curves' | 'curvesByPair' | 'designEffects' | 'rules' | 'record'
>;

export interface Chances {
  readonly firstEntry: Probability;
  readonly confidence: Probability;
  readonly moves: number;
  /** Chance that a first entry wins if it moves. */
  readonly right: Probability;
}

export const MIN_TRIALS = 200;

const HOUR_MS = 60 * 60_000;

/**
 * How long calibrations stay valid. Short after a fit on too few trials (`unknown`), so that a
 * refit follows soon.
 */
export const CALIBRATION_TTL_MS = { known: 7 * 24 * HOUR_MS, unknown: HOUR_MS } as const;

/**
 * In independent trials. `moves`: per bin of volatility. `edge`: allows half a point of difference
 * ((0.5%)² = 0.25 / 10,000), because larger edges in one source's prices were absent in another's.
 */
export const PRIOR = { moves: 100, edge: 10_000 } as const;

/**
 * Rate (0–1) at which any level wins if the first isn't flat. `moved`: rate of levels that move.
 * `right`: rate of moved levels that win. Flat later levels count as not won.
 */
export const getLadderRate = (
  moved: number,
  right: number,
  { levels }: LadderRules,
  laterRight = right,
): number => 1 - (1 - right) * (1 - moved * laterRight) ** (levels - 1);

export interface Rates {
  readonly moves: number;
  readonly firstEntry: number;
  readonly withinLadder: number;
}

type ForecastInput = { readonly pair: Pair; readonly score: number; readonly volatility: number };

const clamp = (rate: number): number => Math.min(1, Math.max(0, rate));

// Corrects rates from trials by how much published signals differed from them.
function correctRates(rates: Rates, record: PublishedRecord | undefined): Rates {
  if (!record) return rates;
  const { moves, firstEntry: first, withinLadder } = rates;
  const firstEntry = clamp(first + getOffset(record.firstEntry));
  const later = first < 1 ? (withinLadder - first) / (1 - first) : 0;
  const correctedLater = clamp(later + getOffset(record.later));
  return { moves, firstEntry, withinLadder: firstEntry + (1 - firstEntry) * correctedLater };
}

/** From trials and, if there is a record, from published signals. */
export function getRates(
  {
    curves,
    curvesByPair,
    rules,
    record,
  }: Pick<FittedCurves, 'curves' | 'curvesByPair' | 'rules' | 'record'>,
  input: ForecastInput,
): Rates | null {
  const pairCurves = curvesByPair[input.pair];
  const { moves, firstEntry, withinLadder } = pairCurves ?? curves;
  const moved = findCurveStep(moves, input.volatility)?.rate;
  const right = findCurveStep(firstEntry, input.score)?.rate;
  const ladder = findCurveStep(withinLadder, input.score)?.rate;
  if (moved === undefined || right === undefined || ladder === undefined) return null;
  const volatilityFactor = pairCurves
    ? getLadderRate(moved, right, rules) / getLadderRate(pairCurves.moved, right, rules)
    : 1;
  const anyLevel = Math.min(1, ladder * volatilityFactor);
  return correctRates({ moves: moved, firstEntry: right, withinLadder: anyLevel }, record);
}

const getVariance = (rate: number, independent: number): number =>
  rate * (1 - rate) * (1 / Math.max(1, independent) + 1 / PRIOR.edge);

function toProbability(rate: number, variance: number): Probability | null {
  const trials = (rate * (1 - rate)) / variance;
  const range = computeWilsonInterval(rate * trials, trials);
  return (
    range && {
      value: roundToHundredths(range.value),
      low: roundToHundredths(range.low),
      high: roundToHundredths(range.high),
    }
  );
}

/**
 * In percent, with 95% intervals. Null with too few trials. Intervals count only independent
 * trials, because a prior is no evidence, and allow for how far a pair may differ from the others.
 */
export function getChances(fitted: FittedCurves, input: ForecastInput): Chances | null {
  const { trialsByPair, curves, curvesByPair, designEffects: effects, record } = fitted;
  const isKnown = (trialsByPair[input.pair] ?? 0) >= MIN_TRIALS;
  const rates = isKnown ? getRates(fitted, input) : null;
  if (!rates) return null;
  const { moves } = rates;
  const applicableCurves = curvesByPair[input.pair] ?? curves;
  const movesVariance =
    (moves * (1 - moves) * effects.moves) / Math.max(1, countTrials(applicableCurves.moves));
  const results = record ? countIndependent(record.firstEntry) : 0;
  const getRateVariance = (target: 'firstEntry' | 'withinLadder') => {
    const trials = findCurveStep(curves[target], input.score)?.trials ?? 0;
    return getVariance(rates[target], trials / effects[target] + results);
  };
  const getChance = (target: 'firstEntry' | 'withinLadder') => {
    const rate = rates[target];
    const variance = moves ** 2 * getRateVariance(target) + rate ** 2 * movesVariance;
    return toProbability(moves * rate, variance);
  };
  const [firstEntry, confidence] = [getChance('firstEntry'), getChance('withinLadder')];
  const right = toProbability(rates.firstEntry, getRateVariance('firstEntry'));
  return (
    firstEntry &&
    confidence &&
    right && { firstEntry, confidence, right, moves: roundToHundredths(100 * moves) }
  );
}
