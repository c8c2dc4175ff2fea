import { SLOT_MS, type Pair } from '@quantalgo/contracts';
import { logger } from 'firebase-functions';
import { endOf, type Candle } from '../../domain/candles';
import type { MarketData } from './marketData';

async function candlesOrNone(market: MarketData, pair: Pair, until: number, count: number) {
  try {
    return await market.candles(pair, until, count);
  } catch (error) {
    logger.warn(`No candles of ${pair}`, { error });
    return [];
  }
}

/** The newest `count` candles of every pair up to `until` (epoch ms); none of a pair whose source fails. */
export async function gatherCandles(
  market: MarketData,
  until: number,
  count: number,
): Promise<ReadonlyMap<Pair, readonly Candle[]>> {
  const lists = await Promise.all(
    market.pairs.map((pair) => candlesOrNone(market, pair, until, count)),
  );
  return new Map(market.pairs.map((pair, index) => [pair, lists[index] ?? []]));
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
