import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isTrading } from '@quantalgo/contracts/market/marketHours';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import type { Candle } from '../../domain/market/candles';
import { CandleFile } from './candleFile';
import { findCandleFiles } from './candleFolder';
import type { NamedZone } from '@quantalgo/contracts/core/namedZones';

export interface ClosedRows {
  count: number;
  /** Rows whose price moved, which can't happen while the market is really closed. */
  moving: number;
}

export class PairCandles {
  readonly pair: Pair;
  readonly files: readonly CandleFile[];
  readonly closed: ClosedRows = { count: 0, moving: 0 };

  private constructor(pair: Pair, files: readonly CandleFile[]) {
    this.pair = pair;
    this.files = files;
  }

  static async open(
    pair: Pair,
    paths: readonly string[],
    zone?: NamedZone | null,
  ): Promise<PairCandles> {
    const unordered = await Promise.all(paths.map((path) => CandleFile.open(path, zone)));
    const files = unordered.toSorted((a, b) => a.from - b.from);
    files.reduce((previous, file) => {
      if (file.from > previous.to) return file;
      throw new Error(
        `${file.name} and ${previous.name} contain rows with the same time: keep only one of them in the folder`,
      );
    });
    return new PairCandles(pair, files);
  }

  get from(): number {
    return this.files[0]?.from ?? Number.NaN;
  }

  get to(): number {
    return this.files.at(-1)?.to ?? Number.NaN;
  }

  /**
   * Streams tradable candles in order.
   * @throws Error that names the invalid file and row, or if no candle is tradable
   */
  async *portions(): AsyncGenerator<Candle[], void> {
    let isEmpty = true;
    for (const file of this.files)
      for await (const candles of file.portions()) {
        const tradable = candles.filter((candle) => this.#isTraded(candle));
        if (tradable.length === 0) continue;
        isEmpty = false;
        yield tradable;
      }
    if (isEmpty)
      throw new Error(
        `${this.files.map(({ name }) => name).join(', ')} contains no candles from the market’s opening hours`,
      );
  }

  #isTraded(candle: Candle): boolean {
    if (isTrading(this.pair, candle.time)) return true;
    this.closed.count += 1;
    if (candle.high !== candle.low) this.closed.moving += 1;
    return false;
  }
}

interface CachedCandles {
  readonly version: string;
  readonly candles: readonly Candle[];
}

const cache = new Map<string, CachedCandles>();

/** Cached until the files change. @throws Error if the pair has no file or a row is invalid */
export async function readCandles(folder: string, pair: Pair): Promise<readonly Candle[]> {
  const { files } = await findCandleFiles(folder);
  const paths = (files.get(pair) ?? []).map((name) => join(folder, name));
  if (paths.length === 0)
    throw new Error(`There is no candle file for ${pair} in ${folder}: add one named ${pair}.csv`);
  const times = await Promise.all(
    paths.map(async (path) => `${path} ${(await stat(path)).mtimeMs}`),
  );
  const [key, version] = [`${folder} ${pair}`, times.join()];
  const cached = cache.get(key);
  if (cached?.version === version) return cached.candles;
  const candles: Candle[] = [];
  for await (const portion of (await PairCandles.open(pair, paths)).portions())
    candles.push(...portion);
  cache.set(key, { version, candles });
  return candles;
}
