import type { Pair } from '@quantalgo/contracts/market/pairs';
import { COIN } from '@quantalgo/contracts/signals/ladder';
import type { LadderRules } from '@quantalgo/contracts/signals/rules';
import { CLUSTER_MS } from '@quantalgo/contracts/signals/skill';
import {
  type Curves,
  type DesignEffects,
  type FittedCurves,
  getLadderRate,
  MIN_TRIALS,
  type PairCurves,
  PRIOR,
} from './calibration';
import type { Direction } from './checkup';
import { type Bin, type Curve, fitRisingCurve, findCurveStep } from './curve';
import { fitCommonGrain, expectMovingRate, fitGrain } from './flatness';
import type { Strategy } from '../strategies/strategy';
import type { TrialRing } from './trials';

const SCORE_BINS = 10;
const HALF_BIN = 0.5 / SCORE_BINS;
// Half octaves, starting at one step of the last digit.
const VOLATILITY_BINS = 32;

const toScoreBin = (score: number): number =>
  Math.min(SCORE_BINS - 1, Math.floor(score * SCORE_BINS));
const toVolatilityBin = (volatility: number): number =>
  Math.max(0, Math.min(VOLATILITY_BINS - 1, Math.floor(2 * Math.log2(volatility))));

type Counts = { trials: number; hits: number };

const sumOf = (bins: readonly Counts[]): Counts => {
  const sum = { trials: 0, hits: 0 };
  for (const { trials, hits } of bins) {
    sum.trials += trials;
    sum.hits += hits;
  }
  return sum;
};

const createBins = (size: number, getFrom: (bin: number) => number) =>
  Array.from({ length: size }, (_, bin) => ({ from: getFrom(bin), trials: 0, hits: 0 }));

class Histograms {
  readonly moves = createBins(VOLATILITY_BINS, (bin) => 2 ** (bin / 2));
  readonly firstEntry = createBins(SCORE_BINS, (bin) => bin / SCORE_BINS);
  readonly withinLadder = createBins(SCORE_BINS, (bin) => bin / SCORE_BINS);

  count(target: keyof Curves, number: number, isHit: boolean): void {
    const bin = this[target][number];
    if (!bin) throw new RangeError(`No bin at index ${number}`);
    bin.trials += 1;
    if (isHit) bin.hits += 1;
  }

  /** Rate (0–1) at which first levels moved; 1 without trials. */
  get moved(): number {
    const { trials, hits } = sumOf(this.moves);
    return (hits + 1) / (trials + 1);
  }
}

class Clusters {
  readonly #clusters = new Map<number, Counts>();
  #newest: { readonly cluster: number; readonly counts: Counts } | null = null;

  count(cluster: number, isHit: boolean): void {
    const counts = this.#getCounts(cluster);
    counts.trials += 1;
    if (isHit) counts.hits += 1;
  }

  // Checks the newest cluster first, because trials mostly arrive in order.
  #getCounts(cluster: number): Counts {
    if (this.#newest?.cluster === cluster) return this.#newest.counts;
    const counts = this.#clusters.get(cluster) ?? { trials: 0, hits: 0 };
    this.#clusters.set(cluster, counts);
    this.#newest = { cluster, counts };
    return counts;
  }

  /** Variance of outcomes between clusters over that of independent trials; at least 1. */
  designEffect(): number {
    const clusters = [...this.#clusters.values()];
    const { trials, hits } = sumOf(clusters);
    const rate = hits / trials;
    const independentVariance = trials * rate * (1 - rate);
    if (!(independentVariance > 0)) return 1;
    const betweenVariance = clusters.reduce(
      (sum, cluster) => sum + (cluster.hits - rate * cluster.trials) ** 2,
      0,
    );
    return Math.max(1, betweenVariance / independentVariance);
  }
}

export type LearntCurves = Omit<FittedCurves, 'trialsByPair'>;

/** Learns curves from trials in any order, settled by the same rules. */
export class Learner {
  readonly #rules: LadderRules;
  readonly #allPairs = new Histograms();
  readonly #byPair = new Map<Pair, Histograms>();
  readonly #clusters = {
    moves: new Clusters(),
    firstEntry: new Clusters(),
    withinLadder: new Clusters(),
  };

  readonly #expects: Strategy['expects'];

  /** @param expects win rate by score before any trial; a coin’s by default */
  constructor(rules: LadderRules, expects?: Strategy['expects']) {
    this.#rules = rules;
    this.#expects = expects;
  }

  add(pair: Pair, trials: TrialRing, from: number, to: number): void {
    const histograms = this.#byPair.get(pair) ?? new Histograms();
    this.#byPair.set(pair, histograms);
    for (let index = from; index < to; index += 1) {
      const isFlat = trials.isFlat(index);
      const cluster = Math.floor(trials.slot(index) / CLUSTER_MS);
      const position = { histograms, cluster, bin: toVolatilityBin(trials.volatility(index)) };
      this.#count('moves', position, !isFlat);
      if (isFlat) continue;
      position.bin = toScoreBin(trials.score(index));
      this.#count('firstEntry', position, trials.isFirstEntryWon(index));
      this.#count('withinLadder', position, trials.isWon(index));
    }
  }

  #count(
    target: keyof Curves,
    { histograms, cluster, bin }: { histograms: Histograms; cluster: number; bin: number },
    isHit: boolean,
  ): void {
    histograms.count(target, bin, isHit);
    this.#allPairs.count(target, bin, isHit);
    this.#clusters[target].count(cluster, isHit);
  }

  learnt(): LearntCurves {
    const designEffects = this.#designEffects();
    const curves = this.#curves(designEffects);
    const curvesByPair = this.#curvesByPair(curves, designEffects);
    return { rules: this.#rules, designEffects, curves, curvesByPair };
  }

  #designEffects(): DesignEffects {
    return {
      moves: this.#clusters.moves.designEffect(),
      firstEntry: this.#clusters.firstEntry.designEffect(),
      withinLadder: this.#clusters.withinLadder.designEffect(),
    };
  }

  direction(): Direction {
    const { trials, hits } = sumOf(this.#allPairs.firstEntry);
    return {
      moved: trials,
      won: hits,
      designEffect: this.#clusters.firstEntry.designEffect(),
    };
  }

  // Shrinks each strategy towards its expected rates, and each score towards its strategy.
  #curves(effects: DesignEffects): Curves {
    const grain = fitCommonGrain(this.#allPairs.moves);
    const expectFirst = (bin: Bin) => this.#expects?.(bin.from + HALF_BIN) ?? COIN.firstEntry / 100;
    const expectLadder = (bin: Bin) =>
      getLadderRate(this.#allPairs.moved, expectFirst(bin), this.#rules, COIN.firstEntry / 100);
    const byScore = (
      target: 'firstEntry' | 'withinLadder',
      expected: (bin: Bin) => number,
    ): Curve => {
      const bins = this.#allPairs[target];
      const prior = PRIOR.edge * effects[target];
      const { trials, hits } = sumOf(bins);
      const expectedHits = bins.reduce((total, bin) => total + bin.trials * expected(bin), 0);
      const shift = (hits - expectedHits) / (trials + prior);
      const base = (bin: Bin) => expected(bin) + shift;
      return fitRisingCurve(bins, { prior, base, fillsGaps: this.#expects !== undefined });
    };
    return {
      moves: this.#moves(this.#allPairs.moves, grain),
      firstEntry: byScore('firstEntry', expectFirst),
      withinLadder: byScore('withinLadder', expectLadder),
    };
  }

  // Shrinks each pair with enough trials towards all pairs.
  #curvesByPair(curves: Curves, effects: DesignEffects): Record<Pair, PairCurves> {
    const commonGrain = fitCommonGrain(this.#allPairs.moves);
    const eligible = [...this.#byPair].filter(
      ([, histograms]) => sumOf(histograms.moves).trials >= MIN_TRIALS,
    );
    const toPairCurves = (histograms: Histograms): PairCurves => ({
      moves: this.#moves(histograms.moves, fitGrain(histograms.moves, commonGrain)),
      firstEntry: this.#byScore(histograms, 'firstEntry', curves, effects),
      withinLadder: this.#byScore(histograms, 'withinLadder', curves, effects),
      moved: histograms.moved,
    });
    return Object.fromEntries(
      eligible.map(([pair, histograms]) => [pair, toPairCurves(histograms)]),
    );
  }

  #moves(bins: readonly Bin[], grain: number): Curve {
    return fitRisingCurve(bins, {
      prior: PRIOR.moves,
      base: expectMovingRate(grain),
      fillsGaps: true,
    });
  }

  // Expects fewer wins from pairs whose levels are flat more often.
  #byScore(
    histograms: Histograms,
    target: 'firstEntry' | 'withinLadder',
    curves: Curves,
    effects: DesignEffects,
  ): Curve {
    const base = ({ from }: Bin): number => {
      const shared = findCurveStep(curves[target], from)?.rate ?? 0;
      if (target === 'firstEntry') return shared;
      const right = findCurveStep(curves.firstEntry, from)?.rate ?? 0;
      const ladderAt = (moved: number) => getLadderRate(moved, right, this.#rules);
      return Math.min(1, (shared * ladderAt(histograms.moved)) / ladderAt(this.#allPairs.moved));
    };
    return fitRisingCurve(histograms[target], {
      prior: PRIOR.edge * effects[target],
      base,
      fillsGaps: true,
    });
  }
}
