import { slotId } from '@quantalgo/contracts/core/slots';
import type { MarketState, Mood } from '@quantalgo/contracts/market/market';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { type Candle, getCandleEnd } from '../market/candles';
import { LOOKBACK } from './strategies/strategy';

const HOUR_CANDLES = 12;

// The last hour is lively if its ranges are 1.5 times the earlier ones, and quiet at the inverse
// ratio.
const LIVELY_FACTOR = 1.5;

// The mood is bullish or bearish if pairs moved this share of a random walk's distance on average.
const MOOD_THRESHOLD = 0.5;

const computeMean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);

const getRange = ({ high, low }: Candle): number => high - low;

// Net move in units of a random walk with moves of the same size (root sum of squares).
function getDrift(candles: readonly Candle[]): number {
  const moves = candles
    .slice(1)
    .map(({ close }, index) => close - (candles[index]?.close ?? close));
  const walkDistance = Math.hypot(...moves);
  return walkDistance === 0 ? 0 : moves.reduce((sum, move) => sum + move, 0) / walkDistance;
}

// Mean range of the last hour over that of the earlier hours; 1 if nothing moved then.
function getLiveliness(candles: readonly Candle[]): number {
  const earlierMean = computeMean(candles.slice(0, -HOUR_CANDLES).map(getRange));
  const lastHourMean = computeMean(candles.slice(-HOUR_CANDLES).map(getRange));
  return earlierMean === 0 ? 1 : lastHourMean / earlierMean;
}

function getRangePercent(candles: readonly Candle[]): number {
  const high = Math.max(...candles.map((candle) => candle.high));
  const low = Math.min(...candles.map((candle) => candle.low));
  return Math.round(((high - low) / low) * 1e4) / 100;
}

function getMood(liveliness: number, drift: number): Mood {
  if (liveliness >= LIVELY_FACTOR) return 'Volatile';
  if (drift >= MOOD_THRESHOLD) return 'Bullish';
  return drift <= -MOOD_THRESHOLD ? 'Bearish' : 'Neutral';
}

/**
 * Uses the pairs whose {@link LOOKBACK} closed candles up to `slot` (epoch ms) span the shortest
 * time. `without` lists the others. Null if no pair qualifies, as in a closed market.
 */
export function computeMarketState(
  slot: number,
  candles: ReadonlyMap<Pair, readonly Candle[]>,
): MarketState | null {
  const completePairs = [...candles].filter(([, pairCandles]) => {
    const newest = pairCandles.at(-1);
    return newest !== undefined && pairCandles.length >= LOOKBACK && getCandleEnd(newest) === slot;
  });
  if (completePairs.length === 0) return null;
  const getSpan = ([, [oldest]]: (typeof completePairs)[number]) => slot - (oldest?.time ?? slot);
  const shortest = Math.min(...completePairs.map(getSpan));
  // A pair with its own pause, such as gold's daily one, is excluded until its candles no longer
  // span the pause (three hours).
  const alignedPairs = completePairs.filter((entry) => getSpan(entry) === shortest);
  const liveliness = computeMean(alignedPairs.map(([, pairCandles]) => getLiveliness(pairCandles)));
  const drift = computeMean(alignedPairs.map(([, pairCandles]) => getDrift(pairCandles)));
  const includedPairs = new Set(alignedPairs.map(([pair]) => pair));
  return {
    slot: slotId(slot),
    mood: getMood(liveliness, drift),
    volatility:
      liveliness >= LIVELY_FACTOR ? 'High' : liveliness <= 1 / LIVELY_FACTOR ? 'Low' : 'Medium',
    minutes: shortest / 60_000,
    ranges: alignedPairs
      .map(([pair, pairCandles]) => ({ pair, percent: getRangePercent(pairCandles) }))
      .toSorted((a, b) => b.percent - a.percent),
    without: [...candles.keys()].filter((pair) => !includedPairs.has(pair)),
  };
}
