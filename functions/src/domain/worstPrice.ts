import { priceDigits, type Direction, type Pair } from '@quantalgo/contracts';
import type { Candle } from './candles';
import { averageRange } from './volatility';

/** A price that went half an average candle the wrong way has spent what an entry hopes to earn. */
const SHARE_OF_RANGE = 0.5;
/** Takes back what binary fractions add, far below a pair's last digit. */
const DUST = 1e-6;

/**
 * The worst price at which entering still makes sense: the reference plus (CALL) or minus (PUT) half of the average true
 * range of 14 candles (J. W. Wilder, 1978), rounded towards the reference to the pair's digits.
 * @throws RangeError on fewer candles than the range needs.
 */
export function worstPrice(
  pair: Pair,
  direction: Direction,
  candles: readonly Candle[],
  reference: number,
): number {
  const scale = 10 ** priceDigits(pair);
  const room = Math.floor(averageRange(candles) * SHARE_OF_RANGE * scale + DUST);
  const steps = Math.round(reference * scale) + (direction === 'CALL' ? room : -room);
  return Number((steps / scale).toFixed(priceDigits(pair)));
}
