import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import {
  closeTimes,
  evaluateLadder,
  type LadderOutcome,
} from '@quantalgo/contracts/signals/ladder';
import type { LadderRules } from '@quantalgo/contracts/signals/rules';
import { type Candle, endOf, volatilityOf } from '../../market/candles';
import { LOOKBACK, type Opinion, opinionOf, type Strategy } from '../strategies/strategy';

const FLAT = -2;

const LOST = -1;

const codeOf = ({ outcome, level }: LadderOutcome): number =>
  outcome === 'break-even' ? FLAT : (level ?? LOST);

/** When (`slot`, epoch ms), at which candle, and at which volatility an opinion was given. */
interface Occasion {
  /** Number of the candle. */
  readonly at: number;
  readonly slot: number;
  /** Of the pair at that time, in steps of its last digit. */
  readonly volatility: number;
}

/**
 * The newest trials of a strategy with one pair, oldest first, in columns of numbers: a backtest holds tens of
 * thousands of them and drops one for each that it adds, which would be slow with objects.
 */
export class TrialRing {
  readonly #candle: Float64Array;
  readonly #slot: Float64Array;
  readonly #score: Float64Array;
  readonly #volatility: Float64Array;
  readonly #code: Int8Array;
  #oldest = 0;
  length = 0;

  /** @param capacity maximum number of trials */
  constructor(capacity: number) {
    this.#candle = new Float64Array(capacity);
    this.#slot = new Float64Array(capacity);
    this.#score = new Float64Array(capacity);
    this.#volatility = new Float64Array(capacity);
    this.#code = new Int8Array(capacity);
  }

  /** Adds an opinion's score and outcome. */
  push({ at: candle, slot, volatility }: Occasion, score: number, verdict: LadderOutcome): void {
    if (this.length === this.#code.length) this.#drop();
    const at = this.#place(this.length);
    this.#candle[at] = candle;
    this.#slot[at] = slot;
    this.#score[at] = score;
    this.#volatility[at] = volatility;
    this.#code[at] = codeOf(verdict);
    this.length += 1;
  }

  /** Drops the trials from before the candle of this number. */
  forgetBefore(candle: number): void {
    while (this.length > 0 && (this.#candle[this.#oldest] ?? 0) < candle) this.#drop();
  }

  slot(index: number): number {
    return this.#slot[this.#place(index)] ?? NaN;
  }
  score(index: number): number {
    return this.#score[this.#place(index)] ?? NaN;
  }
  volatility(index: number): number {
    return this.#volatility[this.#place(index)] ?? NaN;
  }
  isFlat(index: number): boolean {
    return this.#code[this.#place(index)] === FLAT;
  }
  isWon(index: number): boolean {
    return (this.#code[this.#place(index)] ?? LOST) >= 0;
  }
  isFirstEntryWon(index: number): boolean {
    return this.#code[this.#place(index)] === 0;
  }

  #drop(): void {
    this.#oldest = (this.#oldest + 1) % this.#code.length;
    this.length -= 1;
  }

  #place(index: number): number {
    const at = this.#oldest + index;
    return at < this.#code.length ? at : at - this.#code.length;
  }
}

/** The trials of a strategy with one pair. */
export interface TrialsOfPair {
  readonly pair: string;
  readonly trials: TrialRing;
}

/** Opinions of one slot whose closes are still to come. */
interface Waiting extends Occasion {
  readonly opinions: readonly (Opinion | null)[];
  readonly closes: (number | null)[];
}

/** Candles of each pair that a calibration is based on: two weeks of round-the-clock trading. */
export const CALIBRATION_CANDLES = 4000;

/**
 * Walks the candles of one pair and tries every strategy on each window of {@link LOOKBACK}, settling as a signal would
 * be settled. Each candle is pushed in all pairs before strategies are asked. Only the newest `count` candles matter: a walk that began earlier holds the same trials as one that
 * begins with them. A missing candle is a flat level here too.
 */
export class PairTrials {
  readonly #pair: Pair;
  readonly #strategies: readonly Strategy[];
  readonly #count: number;
  readonly #rules: LadderRules;
  /** Number of closes after which every signal is decided. */
  readonly #closes: number;
  readonly #trials: readonly TrialRing[];
  #waiting: Waiting[] = [];
  #window: readonly Candle[] = [];
  #seen = 0;

  constructor(
    pair: Pair,
    strategies: readonly Strategy[],
    { rules, count = CALIBRATION_CANDLES }: { rules: LadderRules; count?: number },
  ) {
    this.#pair = pair;
    this.#strategies = strategies;
    this.#count = count;
    this.#rules = rules;
    this.#closes = closeTimes(0, rules).length;
    this.#trials = strategies.map(() => new TrialRing(count));
  }

  /** The newest {@link LOOKBACK} candles, fewer at first. */
  get window(): readonly Candle[] {
    return this.#window;
  }

  /** Takes the next closed candle. */
  push(candle: Candle): void {
    const window = this.#window.slice(1 - LOOKBACK);
    window.push(candle);
    this.#window = window;
    this.#seen += 1;
    this.#settle(candle);
    this.#forget();
  }

  /** Asks every strategy about the candle pushed last, once those of all other pairs that end with it are pushed. */
  ask(windows: ReadonlyMap<Pair, readonly Candle[]>): void {
    const newest = this.#window.at(-1);
    if (this.#window.length < LOOKBACK || !newest) return;
    const asked = { pair: this.#pair, windows };
    this.#waiting.push({
      at: this.#seen,
      slot: endOf(newest),
      volatility: volatilityOf(this.#pair, this.#window),
      opinions: this.#strategies.map((strategy) => opinionOf(strategy, this.#window, asked)),
      closes: [],
    });
  }

  /** The trials of a strategy (by its index in the list). */
  of(strategy: number): TrialsOfPair {
    const trials = this.#trials[strategy];
    if (!trials) throw new RangeError(`There is no strategy ${strategy}`);
    return { pair: this.#pair, trials };
  }

  #settle(candle: Candle): void {
    const end = endOf(candle);
    this.#waiting = this.#waiting.filter((asked) => {
      const missing = Math.min(this.#closes, (end - asked.slot) / SLOT_MS - 1);
      while (asked.closes.length < missing) asked.closes.push(null);
      if (asked.closes.length < this.#closes) asked.closes.push(candle.close);
      if (asked.closes.length < this.#closes) return true;
      this.#keep(asked);
      return false;
    });
  }

  #keep(asked: Waiting): void {
    const { closes } = asked;
    const rules = this.#rules;
    const verdicts = {
      CALL: evaluateLadder('CALL', closes, rules),
      PUT: evaluateLadder('PUT', closes, rules),
    };
    for (let index = 0; index < asked.opinions.length; index += 1) {
      const opinion = asked.opinions[index];
      const verdict = opinion && verdicts[opinion.direction];
      if (verdict) this.#trials[index]?.push(asked, opinion.score, verdict);
    }
  }

  /** Drops trials whose windows reach back beyond the newest `count` candles. */
  #forget(): void {
    const oldest = this.#seen - this.#count + LOOKBACK;
    for (const trials of this.#trials) trials.forgetBefore(oldest);
  }
}

/** The newest candles of each pair that is walked. */
export const windowsOf = (
  walks: ReadonlyMap<Pair, PairTrials>,
): ReadonlyMap<Pair, readonly Candle[]> =>
  new Map([...walks].map(([pair, walk]) => [pair, walk.window]));

/** The candles of all pairs that end at the same time, in order of time. */
function* byEnd(history: ReadonlyMap<Pair, readonly Candle[]>): Generator<Map<Pair, Candle>> {
  const next = new Map([...history.keys()].map((pair) => [pair, 0]));
  for (;;) {
    const heads = [...history].flatMap(([pair, candles]) => {
      const candle = candles[next.get(pair) ?? 0];
      return candle ? [[pair, candle] as const] : [];
    });
    if (heads.length === 0) return;
    const soonest = Math.min(...heads.map(([, candle]) => candle.time));
    const ending = new Map(heads.filter(([, candle]) => candle.time === soonest));
    for (const pair of ending.keys()) next.set(pair, (next.get(pair) ?? 0) + 1);
    yield ending;
  }
}

/**
 * Tries strategies on the past candles of each pair by the rules of a record. Returns the trials of each strategy by
 * pair, in the order of the list.
 */
export function trialsOf(
  history: ReadonlyMap<Pair, readonly Candle[]>,
  strategies: readonly Strategy[],
  rules: LadderRules,
): (readonly TrialsOfPair[])[] {
  const walks = new Map(
    [...history.keys()].map((pair) => [pair, new PairTrials(pair, strategies, { rules })]),
  );
  for (const candles of byEnd(history)) {
    for (const [pair, candle] of candles) walks.get(pair)?.push(candle);
    const windows = windowsOf(walks);
    for (const pair of candles.keys()) walks.get(pair)?.ask(windows);
  }
  return strategies.map((_, index) => [...walks.values()].map((walk) => walk.of(index)));
}
