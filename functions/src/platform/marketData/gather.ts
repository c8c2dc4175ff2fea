import { SLOT_MS, type Pair } from '@quantalgo/contracts';
import { logger } from 'firebase-functions';
import { endOf, type Candle } from '../../domain/candles';
import type { MarketData } from './marketData';

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
