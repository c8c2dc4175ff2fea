import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import type { Source } from '@quantalgo/contracts/signals/signal';
import { type Candle, getCandleEnd, type IsOpen } from '../../domain/market/candles';

export interface MarketData {
  readonly source: Source;
  readonly pairs: readonly Pair[];
  /** True if the pair's market trades at this slot (epoch ms), so that signals can be published. */
  readonly isOpen: IsOpen;
  /**
   * The newest `count` candles that ended by `until` (epoch ms), closed and ascending, or fewer.
   * @throws Error whose message is fit for the public record
   */
  readonly candles: (pair: Pair, until: number, count: number) => Promise<readonly Candle[]>;
}

export interface GatheredCandles {
  readonly candles: ReadonlyMap<Pair, readonly Candle[]>;
  readonly failures: ReadonlyMap<Pair, string>;
}

export async function gatherCandles(
  market: MarketData,
  until: number,
  count: number,
): Promise<GatheredCandles> {
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

/**
 * Omits times (epoch ms, ascending) without a candle.
 * @throws the source's errors, because a failing source is not a missing candle
 */
export async function gatherCloses(
  market: MarketData,
  pair: Pair,
  times: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const [firstTime, lastTime] = [times[0], times.at(-1)];
  if (firstTime === undefined || lastTime === undefined) return new Map();
  const candles = await market.candles(pair, lastTime, (lastTime - firstTime) / SLOT_MS + 1);
  const closes = new Map(candles.map((candle) => [getCandleEnd(candle), candle.close]));
  return new Map([...closes].filter(([time]) => times.includes(time)));
}
