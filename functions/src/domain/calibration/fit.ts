import { COIN, slotId, withinLadder, type LadderRules, type Source } from '@quantalgo/contracts';
import { strategyHash } from '../ledger';
import type { Strategy } from '../strategies/strategy';
import {
  type Calibration,
  type Checkup,
  type Curve,
  type Curves,
  FEWEST_TRIALS,
  ladderPrior,
  PRIOR,
  risingCurve,
} from './calibration';
import { checkup, CHECKUP_MS, driftIn } from './skill';
import type { TrialRing, TrialsOfPair } from './trials';

const SCORE_BINS = 10;
/** Half octaves, starting at one step of the last digit. */
const VOLATILITY_BINS = 32;

const scoreBin = (score: number): number =>
  Math.min(SCORE_BINS - 1, Math.floor(score * SCORE_BINS));
const volatilityBin = (volatility: number): number =>
  Math.max(0, Math.min(VOLATILITY_BINS - 1, Math.floor(2 * Math.log2(volatility))));

/** Counts hits in bins, in ascending order of where they begin. */
class Histogram {
  readonly #bins: { from: number; trials: number; hits: number }[];

  constructor(size: number, fromOf: (bin: number) => number) {
    this.#bins = Array.from({ length: size }, (_, bin) => ({
      from: fromOf(bin),
      trials: 0,
      hits: 0,
    }));
  }

  count(number: number, isHit: boolean): void {
    const bin = this.#bins[number];
    if (!bin) throw new RangeError(`There is no bin ${number}`);
    bin.trials += 1;
    if (isHit) bin.hits += 1;
  }

  /** The rising curve of the rates, pulled towards a coin's while there are few trials. */
  curve(prior: number, coin: { readonly rate: number; readonly trials: number }): Curve {
    const trials = this.#bins.reduce((sum, bin) => sum + bin.trials, 0);
    const hits = this.#bins.reduce((sum, bin) => sum + bin.hits, 0);
    const base = (hits + coin.trials * coin.rate) / (trials + coin.trials);
    return risingCurve(this.#bins, { prior, base });
  }
}

/** A coin tossed as often as a strategy has to be tried before it is used. */
const coin = (percent: number) => ({ rate: percent / 100, trials: FEWEST_TRIALS });

/** Learns curves from trials, in any order, that were settled by the same rules. */
class Learner {
  readonly #rules: LadderRules;
  readonly #moves = new Histogram(VOLATILITY_BINS, (bin) => 2 ** (bin / 2));
  readonly #firstEntry = new Histogram(SCORE_BINS, (bin) => bin / SCORE_BINS);
  readonly #withinFour = new Histogram(SCORE_BINS, (bin) => bin / SCORE_BINS);

  constructor(rules: LadderRules) {
    this.#rules = rules;
  }

  /** Learns from the trials at the indexes from `from` up to but excluding `to`. */
  add(trials: TrialRing, from: number, to: number): void {
    for (let index = from; index < to; index += 1) {
      const isFlat = trials.isFlat(index);
      this.#moves.count(volatilityBin(trials.volatility(index)), !isFlat);
      if (isFlat) continue;
      const bin = scoreBin(trials.score(index));
      this.#firstEntry.count(bin, trials.isFirstEntryWon(index));
      this.#withinFour.count(bin, trials.isWon(index));
    }
  }

  curves(): Curves {
    const ofCoin = coin(withinLadder(COIN.firstEntry, this.#rules.levels));
    return {
      moves: this.#moves.curve(PRIOR.moves, { rate: 1, trials: 1 }),
      firstEntry: this.#firstEntry.curve(PRIOR.firstEntry, coin(COIN.firstEntry)),
      withinFour: this.#withinFour.curve(ladderPrior(this.#rules), ofCoin),
    };
  }
}

/** The number of trials, oldest first, from before a time (epoch ms). */
function countBefore(trials: TrialRing, time: number): number {
  let count = trials.length;
  while (count > 0 && trials.slot(count - 1) >= time) count -= 1;
  return count;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

/** Learns from all trials, and checks a fit on those before a time (epoch ms) against the later ones. */
function learn(
  pairs: readonly TrialsOfPair[],
  { time, rules }: { readonly time: number; readonly rules: LadderRules },
): { curves: Curves; checked: Checkup | null } {
  const learner = new Learner(rules);
  const older = pairs.map(({ trials }) => countBefore(trials, time));
  for (const [index, { trials }] of pairs.entries()) learner.add(trials, 0, older[index] ?? 0);
  const checked =
    sum(older) < FEWEST_TRIALS
      ? null
      : checkup(
          learner.curves(),
          pairs.map(({ trials }, index) => ({ trials, from: older[index] ?? 0 })),
          time,
        );
  for (const [index, { trials }] of pairs.entries())
    learner.add(trials, older[index] ?? 0, trials.length);
  return { curves: learner.curves(), checked };
}

/** Where and when a calibration is made. `slot` in epoch ms. */
export interface FitAt {
  readonly slot: number;
  readonly source: Source;
  /** The rules of the trials. */
  readonly rules: LadderRules;
  /** The previous calibration, if there was one. */
  readonly previous?: Calibration | undefined;
}

function switchedOff(found: string | null, { slot, previous }: FitAt): Calibration['switchedOff'] {
  return found === null ? null : { since: previous?.switchedOff?.since ?? slot, reason: found };
}

/**
 * Fits a strategy's calibration to trials that were all decided at `slot` or before, and checks how well a fit of five
 * days ago would have forecast the trials since.
 */
export function fitCalibration(
  strategy: Strategy,
  pairs: readonly TrialsOfPair[],
  at: FitAt,
): Calibration {
  const trials = sum(pairs.map((one) => one.trials.length));
  const { curves, checked } = learn(pairs, { time: at.slot - CHECKUP_MS, rules: at.rules });
  return {
    strategyId: strategy.id,
    strategyHash: strategyHash(strategy),
    source: at.source,
    rules: at.rules,
    version: `${strategy.id}/${slotId(at.slot)}/n${trials}`,
    fittedAt: at.slot,
    trials,
    trialsByPair: Object.fromEntries(pairs.map((one) => [one.pair, one.trials.length])),
    curves,
    checkup: checked,
    switchedOff: switchedOff(checked && driftIn(checked), at),
  };
}
