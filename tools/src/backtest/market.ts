import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import {
  PairTrials,
  type PairTrialRing,
  getCandleWindows,
} from '@quantalgo/functions/domain/signals/calibration/trials';
import { type Candle, getCandleEnd } from '@quantalgo/functions/domain/market/candles';
import type { Strategy } from '@quantalgo/functions/domain/signals/strategies/strategy';
import type { MarketData } from '@quantalgo/functions/platform/market/marketData';

/**
 * The market is closed during gaps of at least this many slots. Shorter gaps are missing candles.
 */
const MIN_CLOSED_SLOTS = 12;
/** Closes and gaps to keep, which is more than any open signal or candle window needs. */
const MAX_RETAINED = 64;

interface Gap {
  readonly from: number;
  readonly to: number;
}

export type CandleChunks = AsyncIterable<readonly Candle[], void>;

/** Reads one candle ahead, so that the length of a gap is known when it starts. */
export class PairFile {
  readonly pair: Pair;
  readonly trials: PairTrials;
  readonly #chunks: AsyncIterator<readonly Candle[], void>;
  readonly #closes = new Map<number, number>();
  readonly #gaps: Gap[] = [];
  #chunk: readonly Candle[] = [];
  #index = 0;
  #next: Candle | null = null;
  rows = 0;
  first: Candle | null = null;
  last: Candle | null = null;

  constructor(pair: Pair, chunks: CandleChunks, strategies: readonly Strategy[]) {
    this.pair = pair;
    this.trials = new PairTrials(pair, strategies, { rules: LADDER_RULES });
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Epoch ms; null after the last candle. */
  get nextEnd(): number | null {
    return this.#next && getCandleEnd(this.#next);
  }

  get lastEnd(): number | null {
    return this.last && getCandleEnd(this.last);
  }

  async open(): Promise<void> {
    await this.#readNext();
  }

  /**
   * Consumes the candle that was read ahead, and reads the next.
   * @returns a promise to await before any other call; null if the next candle was in memory
   */
  take(): Promise<void> | null {
    const candle = this.#next;
    if (!candle) throw new Error(`There are no more candles for ${this.pair}`);
    this.rows += 1;
    this.first ??= candle;
    this.last = candle;
    this.trials.push(candle);
    this.#closes.set(getCandleEnd(candle), candle.close);
    const [oldest] = this.#closes.keys();
    if (this.#closes.size > MAX_RETAINED && oldest !== undefined) this.#closes.delete(oldest);
    this.#index += 1;
    if (this.#index < this.#chunk.length) this.#setNext(this.#chunk[this.#index] ?? null);
    else return this.#readNext();
    return null;
  }

  closeAt(time: number): number | undefined {
    return this.#closes.get(time);
  }

  /** `slot` in epoch ms. False before the file's first candle and after its last. */
  isOpen(slot: number): boolean {
    if (!this.first || slot < getCandleEnd(this.first)) return false;
    if (slot === this.lastEnd) return true;
    if (slot > (this.nextEnd ?? this.lastEnd ?? -Infinity)) return false;
    return !this.#gaps.some(({ from, to }) => from <= slot && slot <= to);
  }

  async #readNext(): Promise<void> {
    for (;;) {
      const { done, value } = await this.#chunks.next();
      if (done === true) return this.#setNext(null);
      if (value.length === 0) continue;
      this.#chunk = value;
      this.#index = 0;
      return this.#setNext(value[0] ?? null);
    }
  }

  #setNext(candle: Candle | null): void {
    this.#next = candle;
    if (!this.last || !candle) return;
    this.#recordGap(getCandleEnd(this.last) + SLOT_MS, getCandleEnd(candle) - SLOT_MS);
  }

  #recordGap(from: number, to: number): void {
    if ((to - from) / SLOT_MS + 1 < MIN_CLOSED_SLOTS) return;
    this.#gaps.push({ from, to });
    if (this.#gaps.length > MAX_RETAINED) this.#gaps.shift();
  }
}

/** Replays candle files as the market stood at a slot, without look-ahead. */
export class FileMarket implements MarketData {
  readonly source = 'replay';
  readonly pairs: readonly Pair[];
  readonly files: readonly PairFile[];
  readonly #byPair: ReadonlyMap<Pair, PairFile>;
  readonly #trials: ReadonlyMap<Pair, PairTrials>;
  #slot: number | null = null;

  constructor(files: ReadonlyMap<Pair, CandleChunks>, strategies: readonly Strategy[]) {
    this.files = [...files].map(([pair, chunks]) => new PairFile(pair, chunks, strategies));
    this.pairs = this.files.map(({ pair }) => pair);
    this.#byPair = new Map(this.files.map((file) => [file.pair, file]));
    this.#trials = new Map(this.files.map((file) => [file.pair, file.trials]));
  }

  readonly isOpen = (slot: number, pair?: Pair): boolean =>
    pair === undefined
      ? this.files.some((file) => file.isOpen(slot))
      : this.#getFile(pair).isOpen(slot);

  readonly candles = (pair: Pair): Promise<readonly Candle[]> =>
    Promise.resolve(this.#getFile(pair).trials.window);

  async open(): Promise<void> {
    for (const file of this.files) await file.open();
  }

  /** The next slot (epoch ms) in which any pair trades; null at the end. */
  get nextSlot(): number | null {
    const candleEnds = this.files.flatMap(({ nextEnd }) => nextEnd ?? []);
    if (candleEnds.length === 0) return null;
    const soonest = Math.min(...candleEnds);
    const next = this.#slot === null ? soonest : this.#slot + SLOT_MS;
    return next < soonest && !this.isOpen(next) ? soonest : next;
  }

  /** Consumes the candles that end at `slot` (epoch ms). */
  async advance(slot: number): Promise<void> {
    this.#slot = slot;
    const endingFiles = this.files.filter((file) => file.nextEnd === slot);
    for (const file of endingFiles) {
      const pendingRead = file.take();
      if (pendingRead) await pendingRead;
    }
    const windows = getCandleWindows(this.#trials);
    for (const file of endingFiles) file.trials.ask(windows);
  }

  getTrials(strategyIndex: number): readonly PairTrialRing[] {
    return this.files.map(({ trials }) => trials.of(strategyIndex));
  }

  closeAt(pair: Pair, time: number): number | undefined {
    return this.#getFile(pair).closeAt(time);
  }

  /** End (epoch ms) of the pair's last candle; null until the replay has passed it. */
  endedAt(pair: Pair): number | null {
    const { nextEnd, lastEnd } = this.#getFile(pair);
    return nextEnd === null ? lastEnd : null;
  }

  #getFile(pair: Pair): PairFile {
    const file = this.#byPair.get(pair);
    if (!file) throw new Error(`There are no candles for ${pair}`);
    return file;
  }
}
