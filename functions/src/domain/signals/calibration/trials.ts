import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { isRollover } from '@quantalgo/contracts/market/sessions';
import {
  listCloseTimes,
  evaluateLadder,
  type LadderOutcome,
} from '@quantalgo/contracts/signals/ladder';
import type { LadderRules } from '@quantalgo/contracts/signals/rules';
import { type Candle, getCandleEnd, getVolatility } from '../../market/candles';
import type { Sample } from '../regression/model';
import { LOOKBACK, type Opinion, getOpinion, type Strategy } from '../strategies/strategy';

const FLAT = -2;

const LOST = -1;

const toCode = ({ outcome, level }: LadderOutcome): number =>
  outcome === 'break-even' ? FLAT : (level ?? LOST);

/** `at` is the candle's number, `slot` epoch ms. */
interface TrialMoment {
  readonly at: number;
  readonly slot: number;
  readonly volatility: number;
}

/**
 * The newest trials of a strategy with one pair, oldest first. Stored in columns, because a
 * backtest holds tens of thousands of trials and drops one for each it adds.
 */
export class TrialRing {
  readonly #candle: Float64Array;
  readonly #slot: Float64Array;
  readonly #score: Float64Array;
  readonly #volatility: Float64Array;
  readonly #code: Int8Array;
  #oldest = 0;
  length = 0;

  constructor(capacity: number) {
    this.#candle = new Float64Array(capacity);
    this.#slot = new Float64Array(capacity);
    this.#score = new Float64Array(capacity);
    this.#volatility = new Float64Array(capacity);
    this.#code = new Int8Array(capacity);
  }

  push({ at: candle, slot, volatility }: TrialMoment, score: number, verdict: LadderOutcome): void {
    if (this.length === this.#code.length) this.#drop();
    const offset = this.#toOffset(this.length);
    this.#candle[offset] = candle;
    this.#slot[offset] = slot;
    this.#score[offset] = score;
    this.#volatility[offset] = volatility;
    this.#code[offset] = toCode(verdict);
    this.length += 1;
  }

  forgetBefore(candle: number): void {
    while (this.length > 0 && (this.#candle[this.#oldest] ?? 0) < candle) this.#drop();
  }

  slot(index: number): number {
    return this.#slot[this.#toOffset(index)] ?? NaN;
  }
  score(index: number): number {
    return this.#score[this.#toOffset(index)] ?? NaN;
  }
  volatility(index: number): number {
    return this.#volatility[this.#toOffset(index)] ?? NaN;
  }
  isFlat(index: number): boolean {
    return this.#code[this.#toOffset(index)] === FLAT;
  }
  isWon(index: number): boolean {
    return (this.#code[this.#toOffset(index)] ?? LOST) >= 0;
  }
  isFirstEntryWon(index: number): boolean {
    return this.#code[this.#toOffset(index)] === 0;
  }

  #drop(): void {
    this.#oldest = (this.#oldest + 1) % this.#code.length;
    this.length -= 1;
  }

  #toOffset(index: number): number {
    const offset = this.#oldest + index;
    return offset < this.#code.length ? offset : offset - this.#code.length;
  }
}

/** `slot` is when the entry was decided, epoch ms. */
export interface TimedSample extends Sample {
  readonly slot: number;
}

export interface PairTrialRing {
  readonly pair: string;
  readonly trials: TrialRing;
  /** In order of time. Only for strategies with weights. */
  readonly samples?: readonly TimedSample[];
}

interface PendingSlot extends TrialMoment {
  readonly opinions: readonly (Opinion | null)[];
  readonly closes: (number | null)[];
}

/** Two weeks of round-the-clock trading, per pair. */
export const CALIBRATION_CANDLES = 4000;

/**
 * Tries strategies on each window of {@link LOOKBACK} candles of a pair. A missing candle is a flat
 * level. Only the newest `count` candles matter, so walks that began earlier have the same trials.
 */
export class PairTrials {
  readonly #pair: Pair;
  readonly #strategies: readonly Strategy[];
  readonly #count: number;
  readonly #rules: LadderRules;
  readonly #closes: number;
  readonly #trials: readonly TrialRing[];
  readonly #samples: TimedSample[][];
  #pending: PendingSlot[] = [];
  #window: readonly Candle[] = [];
  #pushed = 0;

  constructor(
    pair: Pair,
    strategies: readonly Strategy[],
    { rules, count = CALIBRATION_CANDLES }: { rules: LadderRules; count?: number },
  ) {
    this.#pair = pair;
    this.#strategies = strategies;
    this.#count = count;
    this.#rules = rules;
    this.#closes = listCloseTimes(0, rules).length;
    this.#trials = strategies.map(() => new TrialRing(count));
    this.#samples = strategies.map(() => []);
  }

  get window(): readonly Candle[] {
    return this.#window;
  }

  push(candle: Candle): void {
    const window = this.#window.slice(1 - LOOKBACK);
    window.push(candle);
    this.#window = window;
    this.#pushed += 1;
    this.#settle(candle);
    this.#dropOld();
  }

  /**
   * Evaluates every strategy on the newest candle, which all pairs must have pushed. Skips the
   * rollover, because bid quotes of that time inflate win rates.
   */
  ask(windows: ReadonlyMap<Pair, readonly Candle[]>): void {
    const newest = this.#window.at(-1);
    if (this.#window.length < LOOKBACK || !newest || isRollover(getCandleEnd(newest))) return;
    const pairWindows = { pair: this.#pair, windows };
    this.#pending.push({
      at: this.#pushed,
      slot: getCandleEnd(newest),
      volatility: getVolatility(this.#pair, this.#window),
      opinions: this.#strategies.map((strategy) => getOpinion(strategy, this.#window, pairWindows)),
      closes: [],
    });
  }

  of(strategy: number): PairTrialRing {
    const trials = this.#trials[strategy];
    if (!trials) throw new RangeError(`No strategy at index ${strategy}`);
    return { pair: this.#pair, trials, samples: this.#samples[strategy] ?? [] };
  }

  #settle(candle: Candle): void {
    const end = getCandleEnd(candle);
    this.#pending = this.#pending.filter((pending) => {
      const missing = Math.min(this.#closes, (end - pending.slot) / SLOT_MS - 1);
      while (pending.closes.length < missing) pending.closes.push(null);
      if (pending.closes.length < this.#closes) pending.closes.push(candle.close);
      if (pending.closes.length < this.#closes) return true;
      this.#addTrials(pending);
      return false;
    });
  }

  #addTrials(pending: PendingSlot): void {
    const { closes } = pending;
    const rules = this.#rules;
    const verdicts = {
      CALL: evaluateLadder('CALL', closes, rules),
      PUT: evaluateLadder('PUT', closes, rules),
    };
    for (let index = 0; index < pending.opinions.length; index += 1) {
      const opinion = pending.opinions[index];
      const verdict = opinion && verdicts[opinion.direction];
      if (!verdict) continue;
      this.#trials[index]?.push(pending, opinion.score, verdict);
      if (opinion.features && verdict.outcome !== 'break-even')
        this.#addSample(index, {
          slot: pending.slot,
          features: opinion.features,
          isUp: (verdict.level === 0) === (opinion.direction === 'CALL'),
        });
    }
  }

  #addSample(strategy: number, sample: TimedSample): void {
    const samples = this.#samples[strategy];
    if (!samples) return;
    samples.push(sample);
    if (samples.length >= 2 * this.#count) samples.splice(0, samples.length - this.#count);
  }

  // Drops trials whose windows reach beyond the newest `count` candles.
  #dropOld(): void {
    const oldest = this.#pushed - this.#count + LOOKBACK;
    for (const trials of this.#trials) trials.forgetBefore(oldest);
  }
}

export const getCandleWindows = (
  walks: ReadonlyMap<Pair, PairTrials>,
): ReadonlyMap<Pair, readonly Candle[]> =>
  new Map([...walks].map(([pair, walk]) => [pair, walk.window]));

function* groupByEnd(history: ReadonlyMap<Pair, readonly Candle[]>): Generator<Map<Pair, Candle>> {
  const nextIndexes = new Map([...history.keys()].map((pair) => [pair, 0]));
  for (;;) {
    const heads = [...history].flatMap(([pair, candles]) => {
      const candle = candles[nextIndexes.get(pair) ?? 0];
      return candle ? [[pair, candle] as const] : [];
    });
    if (heads.length === 0) return;
    const nextTime = Math.min(...heads.map(([, candle]) => candle.time));
    const nextCandles = new Map(heads.filter(([, candle]) => candle.time === nextTime));
    for (const pair of nextCandles.keys()) nextIndexes.set(pair, (nextIndexes.get(pair) ?? 0) + 1);
    yield nextCandles;
  }
}

/**
 * Tries strategies on past candles. Returns trials by strategy, in the order of the list, and pair.
 */
export function runTrials(
  history: ReadonlyMap<Pair, readonly Candle[]>,
  strategies: readonly Strategy[],
  rules: LadderRules,
): (readonly PairTrialRing[])[] {
  const walks = new Map(
    [...history.keys()].map((pair) => [pair, new PairTrials(pair, strategies, { rules })]),
  );
  for (const candles of groupByEnd(history)) {
    for (const [pair, candle] of candles) walks.get(pair)?.push(candle);
    const windows = getCandleWindows(walks);
    for (const pair of candles.keys()) walks.get(pair)?.ask(windows);
  }
  return strategies.map((_, index) => [...walks.values()].map((walk) => walk.of(index)));
}
