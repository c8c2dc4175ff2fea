import { priceDigits, type Pair } from '@quantalgo/contracts';
import { ATR } from 'trading-signals';
import type { Candle } from './candles';

const INTERVAL = 14;

const known = new WeakMap<readonly Candle[], number>();

/**
 * The average true range of the newest 14 candles (J. W. Wilder, 1978), as a price. Several ask it of the same candles,
 * so it is remembered with them.
 * @throws Error on fewer than 14 candles.
 */
export function averageRange(candles: readonly Candle[]): number {
  const found = known.get(candles);
  if (found !== undefined) return found;
  const atr = new ATR(INTERVAL);
  for (const candle of candles.slice(-INTERVAL - 1)) atr.update(candle, false);
  const range = atr.getResultOrThrow();
  known.set(candles, range);
  return range;
}

/**
 * How far a pair's price goes in a candle, in steps of its last digit. A price that hardly moves often closes where it
 * was.
 * @throws Error on fewer than 14 candles.
 */
export const volatilityOf = (pair: Pair, candles: readonly Candle[]): number =>
  averageRange(candles) * 10 ** priceDigits(pair);
