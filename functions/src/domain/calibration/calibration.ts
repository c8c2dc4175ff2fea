import {
  type LadderRules,
  type Pair,
  type Probability,
  type Source,
  wilson,
} from '@quantalgo/contracts';
import type { Skill } from './skill';

/** Counts of trials that lie close together on a scale. */
export interface Bin {
  /** Where it begins on that scale. */
  readonly from: number;
  readonly trials: number;
  readonly hits: number;
}

/** From a place on the scale up to the next step's: the rate, 0–1, and the number of trials behind it. */
interface Step {
  readonly from: number;
  readonly trials: number;
  readonly rate: number;
}

/** A rate that never falls along its scale. */
export type Curve = readonly Step[];

interface Block {
  from: number;
  trials: number;
  weight: number;
  hits: number;
}

const rateOf = ({ hits, weight }: Block): number => hits / weight;

/**
 * The rising curve closest to the bins' rates (isotonic regression by pooling adjacent violators, M. Ayer et al.,
 * 1955), each bin smoothed by `prior` additional trials at the rate `base`. Empty bins are skipped.
 * @param bins in order of their scale
 */
export function risingCurve(
  bins: readonly Bin[],
  { prior, base }: { prior: number; base: number },
): Curve {
  const blocks: Block[] = [];
  for (const { from, trials, hits } of bins) {
    if (trials === 0) continue;
    let block: Block = { from, trials, weight: trials + prior, hits: hits + prior * base };
    for (let before = blocks.at(-1); before && rateOf(before) >= rateOf(block);) {
      blocks.pop();
      block = {
        from: before.from,
        trials: before.trials + block.trials,
        weight: before.weight + block.weight,
        hits: before.hits + block.hits,
      };
      before = blocks.at(-1);
    }
    blocks.push(block);
  }
  return blocks.map((block, index) => ({
    from: index === 0 ? 0 : block.from,
    trials: block.trials,
    rate: rateOf(block),
  }));
}

/** The step that contains a place on the scale; undefined on an empty curve. */
export function stepAt(curve: Curve, place: number): Step | undefined {
  for (let at = curve.length - 1; at >= 0; at -= 1) {
    const step = curve[at];
    if (step && step.from <= place) return step;
  }
  return undefined;
}

/** Forecast and observed rate of forecasts of about the same height, in percent. */
export interface ReliabilityPoint {
  readonly said: number;
  readonly seen: number;
  readonly trials: number;
}

/** How well a fit on older trials forecast the newest, which it had not seen. */
export interface Checkup {
  /** When the newest trials began, epoch ms. */
  readonly from: number;
  readonly firstEntry: Skill;
  readonly withinFour: Skill;
  /** Of the forecasts of a win within all levels, by rising height. */
  readonly reliability: readonly ReliabilityPoint[];
}

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
  readonly curves: Curves;
  /** Null where there are too few trials for one. */
  readonly checkup: Checkup | null;
  /** Why the strategy gives no signals, and since when (epoch ms); null while it may. */
  readonly switchedOff: { readonly since: number; readonly reason: string } | null;
}

export interface Chances {
  readonly firstEntry: Probability;
  /** Probability that the signal wins within its levels. */
  readonly confidence: Probability;
}

/** Fewest past trials, of all pairs and of each pair, that a calibration needs to be used. */
export const FEWEST_TRIALS = 200;

/**
 * Additional trials that every bin of a curve counts, at the overall rate. 1,000 of them correspond to edges of about
 * one and a half points (0.25 / 1,000 = (1.6 %)²): larger ones are not expected of five-minute prices.
 */
export const PRIOR = { moves: 100, firstEntry: 1000 } as const;

/**
 * The same for the rate within all levels. Neighbouring slots share all levels but one, so with four levels only every
 * fourth trial is independent evidence.
 */
export const ladderPrior = ({ levels }: LadderRules): number => PRIOR.firstEntry * levels;

const inHundredths = (percent: number): number => Math.round(percent * 100) / 100;

/** A rate (0–1) from this many trials as a probability in percent, rounded to two decimals. */
function chance(rate: number, trials: number): Probability | null {
  const range = wilson(rate * trials, trials);
  return (
    range && {
      value: inHundredths(range.value),
      low: inHundredths(range.low),
      high: inHundredths(range.high),
    }
  );
}

/** The steps of the curves, with their rates (0–1), for a score at a volatility; null for empty curves. */
export function ratesOf(
  { moves, firstEntry, withinFour }: Curves,
  { score, volatility }: { score: number; volatility: number },
): { moves: Step; firstEntry: Step; withinFour: Step } | null {
  const steps = {
    moves: stepAt(moves, volatility),
    firstEntry: stepAt(firstEntry, score),
    withinFour: stepAt(withinFour, score),
  };
  return steps.moves && steps.firstEntry && steps.withinFour
    ? { moves: steps.moves, firstEntry: steps.firstEntry, withinFour: steps.withinFour }
    : null;
}

/**
 * The calibrated chances of an opinion of a pair, in percent with 95 % intervals; null where there are too few trials.
 * A signal wins when its first level is not flat, which depends on the volatility, and its direction is right, which
 * depends on the score.
 */
export function chancesOf(
  { trialsByPair, curves, rules }: Pick<Calibration, 'trialsByPair' | 'curves' | 'rules'>,
  opinion: { pair: Pair; score: number; volatility: number },
): Chances | null {
  const isKnown = (trialsByPair[opinion.pair] ?? 0) >= FEWEST_TRIALS;
  const rates = isKnown ? ratesOf(curves, opinion) : null;
  if (!rates) return null;
  const { moves, firstEntry, withinFour } = rates;
  const evidence = {
    first: firstEntry.trials + PRIOR.firstEntry,
    ladder: (withinFour.trials + ladderPrior(rules)) / rules.levels,
  };
  const first = chance(moves.rate * firstEntry.rate, evidence.first);
  const ladder = chance(moves.rate * withinFour.rate, evidence.ladder);
  return first && ladder && { firstEntry: first, confidence: ladder };
}
