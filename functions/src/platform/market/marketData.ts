import { type Pair, SLOT_MS, type Source } from '@quantalgo/contracts';
import { logger } from 'firebase-functions';
import { type Candle, endOf, type IsOpen } from '../../domain/candles';

/** A market that prices come from. */
export interface MarketData {
  readonly source: Source;
  /** In the order in which equals are preferred. */
  readonly pairs: readonly Pair[];
  /** Whether signals are given at this slot (epoch ms), of a pair where one is named: its market trades. */
  readonly isOpen: IsOpen;
  /**
   * The newest `count` candles that ended at `until` (epoch ms) or before; fewer where there are fewer. Each is closed,
   * and later than the one before it.
   * @throws Error that says in words, fit for the public record, why the source can't tell.
   */
  readonly candles: (pair: Pair, until: number, count: number) => Promise<readonly Candle[]>;
}

/** What a market says of all its pairs at one time. */
export interface Gathered {
  /** In the order of the pairs; none of a pair whose source fails. */
  readonly candles: ReadonlyMap<Pair, readonly Candle[]>;
  /** Why there are none of a pair, in words. */
  readonly failures: ReadonlyMap<Pair, string>;
}

/** The newest `count` candles of every pair up to `until` (epoch ms), and why there are none. */
export async function gather(market: MarketData, until: number, count: number): Promise<Gathered> {
  const candles = new Map<Pair, readonly Candle[]>(market.pairs.map((pair) => [pair, []]));
  const failures = new Map<Pair, string>();
  const read = async (pair: Pair) => {
    try {
      candles.set(pair, await market.candles(pair, until, count));
    } catch (error) {
      failures.set(pair, error instanceof Error ? error.message : String(error));
    }
  };
  await Promise.all(market.pairs.map(read));
  return { candles, failures };
}

/** The newest `count` candles of every pair up to `until` (epoch ms); none of a pair whose source fails. */
export async function gatherCandles(
  market: MarketData,
  until: number,
  count: number,
): Promise<ReadonlyMap<Pair, readonly Candle[]>> {
  const { candles, failures } = await gather(market, until, count);
  if (failures.size > 0) logger.warn('No candles', Object.fromEntries(failures));
  return candles;
}

/**
 * The closes of a pair at these times (epoch ms, in order); a time without a candle has none.
 * @throws what the source throws: a failing source is no missing candle.
 */
export async function gatherCloses(
  market: MarketData,
  pair: Pair,
  times: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const [first, last] = [times[0], times.at(-1)];
  if (first === undefined || last === undefined) return new Map();
  const candles = await market.candles(pair, last, (last - first) / SLOT_MS + 1);
  const closes = new Map(candles.map((candle) => [endOf(candle), candle.close]));
  return new Map([...closes].filter(([time]) => times.includes(time)));
}
