import { SLOT_MS, type Pair } from '@quantalgo/contracts';
import type { TrialsOfPair } from '@quantalgo/functions/domain/calibration/trials';
import type { Candle } from '@quantalgo/functions/domain/candles';
import type { Strategy } from '@quantalgo/functions/domain/strategies/strategy';
import type { MarketData } from '@quantalgo/functions/platform/market/marketData';
import { PairFile, type Portions } from './pairFile';

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
