import { COIN, slotId, type Source } from '@quantalgo/contracts';
import { strategyHash } from '../ledger';
import type { Strategy } from '../strategies/strategy';
import { FEWEST_TRIALS, PRIOR, type Calibration, type Curves } from './calibration';
import { checkup, CHECKUP_MS } from './checkup';
import { risingCurve, type Curve } from './curve';
import { driftIn } from './drift';
import type { Trial } from './trials';

const SCORE_BINS = 10;
/** Half octaves, from one step of the last digit on. */
const VOLATILITY_BINS = 32;

const scoreBin = (score: number): number =>
  Math.min(SCORE_BINS - 1, Math.floor(score * SCORE_BINS));
const volatilityBin = (volatility: number): number =>
  Math.max(0, Math.min(VOLATILITY_BINS - 1, Math.floor(2 * Math.log2(volatility))));

/** Counts hits in bins whose beginnings rise with their number. */
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

  /** The rising curve of the rates, drawn to what a coin gives while little is known. */
  curve(prior: number, coin: number): Curve {
    const trials = this.#bins.reduce((sum, bin) => sum + bin.trials, 0);
    const hits = this.#bins.reduce((sum, bin) => sum + bin.hits, 0);
    const base = (hits + FEWEST_TRIALS * coin) / (trials + FEWEST_TRIALS);
    return risingCurve(this.#bins, { prior, base });
  }
}

/** The curves of these trials, in any order. */
export function curvesOf(trials: readonly Trial[]): Curves {
  const moves = new Histogram(VOLATILITY_BINS, (bin) => 2 ** (bin / 2));
  const firstEntry = new Histogram(SCORE_BINS, (bin) => bin / SCORE_BINS);
  const withinFour = new Histogram(SCORE_BINS, (bin) => bin / SCORE_BINS);
  for (const { score, volatility, verdict } of trials) {
    const isFlat = verdict.outcome === 'break-even';
    moves.count(volatilityBin(volatility), !isFlat);
    if (isFlat) continue;
    firstEntry.count(scoreBin(score), verdict.level === 0);
    withinFour.count(scoreBin(score), verdict.outcome === 'profit');
  }
  return {
    moves: moves.curve(PRIOR.moves, 1),
    firstEntry: firstEntry.curve(PRIOR.firstEntry, COIN.firstEntry / 100),
    withinFour: withinFour.curve(PRIOR.withinFour, COIN.withinFourLevels / 100),
  };
}

/** Where and when a calibration is made. `slot` in epoch ms. */
export interface FitAt {
  readonly slot: number;
  readonly source: Source;
  /** The one before it, if there was one. */
  readonly previous?: Calibration | undefined;
}

function switchedOff(found: string | null, { slot, previous }: FitAt): Calibration['switchedOff'] {
  return found === null ? null : { since: previous?.switchedOff?.since ?? slot, reason: found };
}

/**
 * Learns from trials that were all decided at `slot` or before what a strategy's opinions are worth, and how well that
 * would have been known five days ago.
 */
export function fitCalibration(
  strategy: Strategy,
  trials: readonly Trial[],
  at: FitAt,
): Calibration {
  const from = at.slot - CHECKUP_MS;
  const older = trials.filter(({ slot }) => slot < from);
  const checked = older.length < FEWEST_TRIALS ? null : checkup(curvesOf(older), trials, from);
  return {
    strategyId: strategy.id,
    strategyHash: strategyHash(strategy),
    source: at.source,
    version: `${strategy.id}/${slotId(at.slot)}/n${trials.length}`,
    fittedAt: at.slot,
    trials: trials.length,
    curves: curvesOf(trials),
    checkup: checked,
    switchedOff: switchedOff(checked && driftIn(checked), at),
  };
}
