import { SLOT_MS, type Pair } from '@quantalgo/contracts';
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

/** The candles of one pair, walked in step with the others. It reads one candle ahead to know how long a hole is. */
export class PairFile {
  readonly pair: Pair;
  readonly trials: PairTrials;
  readonly #rows: AsyncIterator<Candle, void>;
  readonly #closes = new Map<number, number>();
  readonly #holes: Hole[] = [];
  #next: Candle | null = null;
  rows = 0;
  first: Candle | null = null;
  last: Candle | null = null;

  constructor(pair: Pair, rows: AsyncIterable<Candle>, strategies: readonly Strategy[]) {
    this.pair = pair;
    this.trials = new PairTrials(pair, strategies);
    this.#rows = rows[Symbol.asyncIterator]();
  }

  /** When (epoch ms) the next candle ends; null after the last one. */
  get nextEnd(): number | null {
    return this.#next && endOf(this.#next);
  }

  /** When (epoch ms) the newest candle ended; null before the first. */
  get lastEnd(): number | null {
    return this.last && endOf(this.last);
  }

  /** Reads on by one candle. */
  async read(): Promise<void> {
    const { done, value } = await this.#rows.next();
    this.#next = done === true ? null : value;
    if (this.last && this.#next)
      this.#noteHole(endOf(this.last) + SLOT_MS, endOf(this.#next) - SLOT_MS);
  }

  /** Takes the candle that was read ahead, and reads on. */
  async take(): Promise<void> {
    const candle = this.#next;
    if (!candle) throw new Error(`There are no more candles of ${this.pair}`);
    this.rows += 1;
    this.first ??= candle;
    this.last = candle;
    this.trials.push(candle);
    this.#closes.set(endOf(candle), candle.close);
    const [oldest] = this.#closes.keys();
    if (this.#closes.size > REMEMBERED && oldest !== undefined) this.#closes.delete(oldest);
    await this.read();
  }

  /** The close at a time (epoch ms) not long ago. */
  closeAt(time: number): number | undefined {
    return this.#closes.get(time);
  }

  /** Whether the pair traded at `slot` (epoch ms), as far as the file tells: before it begins and after it ends, not. */
  isOpen(slot: number): boolean {
    if (!this.first || slot < endOf(this.first)) return false;
    if (slot > (this.nextEnd ?? this.lastEnd ?? -Infinity)) return false;
    return !this.#holes.some(({ from, to }) => from <= slot && slot <= to);
  }

  #noteHole(from: number, to: number): void {
    if ((to - from) / SLOT_MS + 1 < CLOSED_FROM) return;
    this.#holes.push({ from, to });
    if (this.#holes.length > REMEMBERED) this.#holes.shift();
  }
}
