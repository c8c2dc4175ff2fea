import { LADDER_RULES, type Pair, SLOT_MS } from '@quantalgo/contracts';
import { PairTrials, type TrialsOfPair } from '@quantalgo/functions/domain/calibration/trials';
import { type Candle, endOf } from '@quantalgo/functions/domain/candles';
import { type Strategy } from '@quantalgo/functions/domain/strategies/strategy';
import { type MarketData } from '@quantalgo/functions/platform/market/marketData';

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

/** Candle files as one market that stands at a slot and knows nothing of what comes after it. */
export class FileMarket implements MarketData {
  readonly source = 'replay';
  readonly pairs: readonly Pair[];
  readonly files: readonly PairFile[];
  readonly #byPair: ReadonlyMap<Pair, PairFile>;
  #slot: number | null = null;

  /** @param files the candles of each pair */
  constructor(files: ReadonlyMap<Pair, Portions>, strategies: readonly Strategy[]) {
    this.files = [...files].map(([pair, portions]) => new PairFile(pair, portions, strategies));
    this.pairs = this.files.map(({ pair }) => pair);
    this.#byPair = new Map(this.files.map((file) => [file.pair, file]));
  }

  readonly isOpen = (slot: number, pair?: Pair): boolean =>
    pair === undefined ? this.files.some((file) => file.isOpen(slot)) : this.#of(pair).isOpen(slot);

  /** The newest candles of the walk, at most as many as strategies are shown. */
  readonly candles = (pair: Pair): Promise<readonly Candle[]> =>
    Promise.resolve(this.#of(pair).trials.window);

  /** Looks at the first candle of each file. */
  async open(): Promise<void> {
    for (const file of this.files) await file.open();
  }

  /** The next slot (epoch ms) in which any pair trades; null at the end. */
  get nextSlot(): number | null {
    const ends = this.files.flatMap(({ nextEnd }) => nextEnd ?? []);
    if (ends.length === 0) return null;
    const soonest = Math.min(...ends);
    const next = this.#slot === null ? soonest : this.#slot + SLOT_MS;
    return next < soonest && !this.isOpen(next) ? soonest : next;
  }

  /** Goes to the next slot (epoch ms) and takes the candles that end there. */
  async advance(slot: number): Promise<void> {
    this.#slot = slot;
    for (const file of this.files) {
      const reading = file.nextEnd === slot ? file.take() : null;
      if (reading) await reading;
    }
  }

  /** What is known of a strategy (by its place in the list), by pair. */
  trialsOf(strategy: number): readonly TrialsOfPair[] {
    return this.files.map(({ trials }) => trials.of(strategy));
  }

  /** The close of a pair at a time (epoch ms) not long ago. */
  closeAt(pair: Pair, time: number): number | undefined {
    return this.#of(pair).closeAt(time);
  }

  /** When (epoch ms) a pair's last candle ended, once it is over; null before. */
  endedAt(pair: Pair): number | null {
    const { nextEnd, lastEnd } = this.#of(pair);
    return nextEnd === null ? lastEnd : null;
  }

  #of(pair: Pair): PairFile {
    const file = this.#byPair.get(pair);
    if (!file) throw new Error(`There are no candles of ${pair}`);
    return file;
  }
}
