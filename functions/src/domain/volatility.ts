import { priceDigits, type Pair } from '@quantalgo/contracts';
import { ATR } from 'trading-signals';
import type { Candle } from './candles';

const INTERVAL = 14;

/**
 * How far a pair's price goes in a candle, in steps of its last digit: the average true range of the newest 14 candles
 * (J. W. Wilder, 1978). A price that hardly moves often closes where it was.
 * @throws Error on fewer than 14 candles.
 */
export function volatilityOf(pair: Pair, candles: readonly Candle[]): number {
  const atr = new ATR(INTERVAL);
  for (const candle of candles.slice(-INTERVAL - 1)) atr.update(candle, false);
  return atr.getResultOrThrow() * 10 ** priceDigits(pair);
}
