import {
  type LadderRules,
  type Pair,
  type Probability,
  type Source,
  wilson,
} from '@quantalgo/contracts';
import type { Skill } from './skill';

/** What was seen of trials that belong together. */
export interface Bin {
  /** Where it begins, on the scale that trials are sorted by. */
  readonly from: number;
  readonly trials: number;
  readonly hits: number;
}

/** From a place on the scale up to the next step's: the rate, 0–1, and the trials that it rests on. */
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
 * The rising curve nearest to the bins' rates (isotonic regression by pooling adjacent violators, M. Ayer et al., 1955),
 * each bin counting as if `prior` more trials had gone as all do, at the rate `base`. Empty bins say nothing.
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

/** The step that a place on the scale belongs to; undefined on an empty curve. */
export function stepAt(curve: Curve, place: number): Step | undefined {
  for (let at = curve.length - 1; at >= 0; at -= 1) {
    const step = curve[at];
    if (step && step.from <= place) return step;
  }
  return undefined;
}

/** How often what was said came true, for forecasts of about the same height; in percent. */
export interface ReliabilityPoint {
  readonly said: number;
  readonly seen: number;
  readonly trials: number;
}

/** How a fit on older trials did on the newest, which it had not seen. */
export interface Checkup {
  /** When the newest trials began, epoch ms. */
  readonly from: number;
  readonly firstEntry: Skill;
  readonly withinFour: Skill;
  /** Of the forecasts within all levels, by rising height. */
  readonly reliability: readonly ReliabilityPoint[];
}

export interface Curves {
  /** That the first level is not flat, by volatility. */
  readonly moves: Curve;
  /** That the first level wins where it is not flat, by score. */
  readonly firstEntry: Curve;
  /**
   * That a level wins where the first is not flat, by score. Stored under this name, and of as many levels as the rules
   * of the calibration say.
   */
  readonly withinFour: Curve;
}

/** What a strategy's opinions are worth, by how its past ones ended. */
export interface Calibration {
  readonly strategyId: string;
  readonly strategyHash: string;
  readonly source: Source;
  /** What its trials were played by: those of the record that it speaks for. */
  readonly rules: LadderRules;
  /** Names strategy, fit and sample: what a signal's confidence came from. */
  readonly version: string;
  /** The slot (epoch ms) whose past was looked at. */
  readonly fittedAt: number;
  /** Past opinions that it rests on. */
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
  /** That the signal wins within its levels. */
  readonly confidence: Probability;
}

/** With fewer past trials than this, of all pairs or of a pair, nothing can be said of it. */
export const FEWEST_TRIALS = 200;

/**
 * Trials that every step of a curve counts in addition, at the rate of all. 1,000 of them belong to edges of about one
 * and a half points (0.25 / 1,000 = 1.6 %²): larger ones are not expected of five-minute prices.
 */
export const PRIOR = { moves: 100, firstEntry: 1000 } as const;

/**
 * The same for the rate within all levels. Neighbouring slots share all of their levels but one, so of four levels only
 * every fourth trial is evidence.
 */
export const ladderPrior = ({ levels }: LadderRules): number => PRIOR.firstEntry * levels;

const inHundredths = (percent: number): number => Math.round(percent * 100) / 100;

/** A rate (0–1) that rests on so many trials, as a probability in percent of two digits. */
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

/** The rates (0–1) that curves give for a score at a volatility; null for empty curves. */
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
 * The calibrated chances of an opinion of a pair, in percent with 95 % intervals; null where too little is known. A signal wins
 * when its first level is not flat, which depends on the volatility, and its direction is right, which depends on the
 * score.
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
