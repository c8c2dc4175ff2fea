import { LADDER_RULES, SLOT_MS, type Pair } from '@quantalgo/contracts';
import { PairTrials } from '@quantalgo/functions/domain/calibration/trials';
import { endOf, type Candle } from '@quantalgo/functions/domain/candles';
import type { Strategy } from '@quantalgo/functions/domain/strategies/strategy';

/** A hole in a file that is as long as this (slots) is a closed market; a shorter one is missing candles. */
const CLOSED_FROM = 12;
/** Closes and holes that are remembered: more than any open signal, and any window of candles, can ask for. */
const REMEMBERED = 64;

interface Hole {
  readonly from: number;
  readonly to: number;
}

/** The candles of a file, oldest first, in portions. */
export type Portions = AsyncIterable<readonly Candle[], void>;

/** The candles of one pair, walked in step with the others. It reads one candle ahead to know how long a hole is. */
export class PairFile {
  readonly pair: Pair;
  readonly trials: PairTrials;
  readonly #portions: AsyncIterator<readonly Candle[], void>;
  readonly #closes = new Map<number, number>();
  readonly #holes: Hole[] = [];
  #portion: readonly Candle[] = [];
  #at = 0;
  #next: Candle | null = null;
  rows = 0;
  first: Candle | null = null;
  last: Candle | null = null;

  constructor(pair: Pair, portions: Portions, strategies: readonly Strategy[]) {
    this.pair = pair;
    this.trials = new PairTrials(pair, strategies, { rules: LADDER_RULES });
    this.#portions = portions[Symbol.asyncIterator]();
  }

  /** When (epoch ms) the next candle ends; null after the last one. */
  get nextEnd(): number | null {
    return this.#next && endOf(this.#next);
  }

  /** When (epoch ms) the newest candle ended; null before the first. */
  get lastEnd(): number | null {
    return this.last && endOf(this.last);
  }

  /** Looks at the first candle. */
  async open(): Promise<void> {
    await this.#readOn();
  }

  /**
   * Takes the candle that was read ahead, and reads on.
   * @returns what has to be waited for before anything else is asked; null where the next one was there
   */
  take(): Promise<void> | null {
    const candle = this.#next;
    if (!candle) throw new Error(`There are no more candles of ${this.pair}`);
    this.rows += 1;
    this.first ??= candle;
    this.last = candle;
    this.trials.push(candle);
    this.#closes.set(endOf(candle), candle.close);
    const [oldest] = this.#closes.keys();
    if (this.#closes.size > REMEMBERED && oldest !== undefined) this.#closes.delete(oldest);
    this.#at += 1;
    if (this.#at < this.#portion.length) this.#lookAt(this.#portion[this.#at] ?? null);
    else return this.#readOn();
    return null;
  }

  /** The close at a time (epoch ms) not long ago. */
  closeAt(time: number): number | undefined {
    return this.#closes.get(time);
  }

  /** Whether the pair traded at `slot` (epoch ms), as far as the file tells: before it begins and after it ends, not. */
  isOpen(slot: number): boolean {
    if (!this.first || slot < endOf(this.first)) return false;
    if (slot === this.lastEnd) return true;
    if (slot > (this.nextEnd ?? this.lastEnd ?? -Infinity)) return false;
    return !this.#holes.some(({ from, to }) => from <= slot && slot <= to);
  }

  async #readOn(): Promise<void> {
    for (;;) {
      const { done, value } = await this.#portions.next();
      if (done === true) return this.#lookAt(null);
      if (value.length === 0) continue;
      this.#portion = value;
      this.#at = 0;
      return this.#lookAt(value[0] ?? null);
    }
  }

  #lookAt(candle: Candle | null): void {
    this.#next = candle;
    if (!this.last || !candle) return;
    this.#noteHole(endOf(this.last) + SLOT_MS, endOf(candle) - SLOT_MS);
  }

  #noteHole(from: number, to: number): void {
    if ((to - from) / SLOT_MS + 1 < CLOSED_FROM) return;
    this.#holes.push({ from, to });
    if (this.#holes.length > REMEMBERED) this.#holes.shift();
  }
}
