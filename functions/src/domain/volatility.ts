import { priceDigits, type Pair } from '@quantalgo/contracts';
import type { Candle } from './candles';

const INTERVAL = 14;

/** How far a candle went, the gap to the close before it included (J. W. Wilder, 1978). */
const trueRange = ({ high, low }: Candle, before: number): number =>
  Math.max(high, before) - Math.min(low, before);

/**
 * The average true range of the newest 14 candles, as a price.
 * @throws RangeError on fewer than 15 candles, the first of which lends its close alone.
 */
export function averageRange(candles: readonly Candle[]): number {
  if (candles.length <= INTERVAL) throw new RangeError(`Only ${candles.length} candles are there`);
  let sum = 0;
  for (let at = candles.length - INTERVAL; at < candles.length; at += 1) {
    const candle = candles[at];
    const before = candles[at - 1];
    if (candle && before) sum += trueRange(candle, before.close);
  }
  return sum / INTERVAL;
}

/**
 * How far a pair's price goes in a candle, in steps of its last digit. A price that hardly moves often closes where it
 * was.
 * @throws RangeError on fewer than 15 candles.
 */
export const volatilityOf = (pair: Pair, candles: readonly Candle[]): number =>
  averageRange(candles) * 10 ** priceDigits(pair);
