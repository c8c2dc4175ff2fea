import { slotId } from '@quantalgo/contracts/core/slots';
import type { MarketState, Mood } from '@quantalgo/contracts/market/market';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { type Candle, endOf } from '../market/candles';
import { LOOKBACK } from './strategies/strategy';

/** Candles of the last hour, which are compared with those before. */
const LATELY = 12;

/** The last hour counts as lively from half again the ranges of the hours before, and as quiet from the inverse. */
const LIVELY = 1.5;

/** The mood is with a side if the pairs went there by this share, on average, of what a random walk would have gone. */
const WITH_A_SIDE = 0.5;

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length);

const rangeOf = ({ high, low }: Candle): number => high - low;

/** How far a pair went, in units of a random walk with moves of the same size: their root sum of squares. */
function drift(candles: readonly Candle[]): number {
  const moves = candles.slice(1).map(({ close }, at) => close - (candles[at]?.close ?? close));
  const walk = Math.hypot(...moves);
  return walk === 0 ? 0 : moves.reduce((sum, move) => sum + move, 0) / walk;
}

/** The candles' mean range of the last hour as a multiple of that of the hours before; 1 where nothing moved then. */
function liveliness(candles: readonly Candle[]): number {
  const before = mean(candles.slice(0, -LATELY).map(rangeOf));
  return before === 0 ? 1 : mean(candles.slice(-LATELY).map(rangeOf)) / before;
}

function rangePercent(candles: readonly Candle[]): number {
  const high = Math.max(...candles.map((candle) => candle.high));
  const low = Math.min(...candles.map((candle) => candle.low));
  return Math.round(((high - low) / low) * 1e4) / 100;
}

function moodOf(lively: number, drifted: number): Mood {
  if (lively >= LIVELY) return 'Volatile';
  if (drifted >= WITH_A_SIDE) return 'Bullish';
  return drifted <= -WITH_A_SIDE ? 'Bearish' : 'Neutral';
}

/**
 * The market as a whole at `slot` (epoch ms), from the {@link LOOKBACK} closed candles of the pairs that have them up to
 * there over the shortest time, with the names of the others; null where no pair has them, as in a closed market.
 */
export function marketStateAt(
  slot: number,
  candles: ReadonlyMap<Pair, readonly Candle[]>,
): MarketState | null {
  const whole = [...candles].filter(([, one]) => {
    const newest = one.at(-1);
    return newest !== undefined && one.length >= LOOKBACK && endOf(newest) === slot;
  });
  if (whole.length === 0) return null;
  const spanOf = ([, [oldest]]: (typeof whole)[number]) => slot - (oldest?.time ?? slot);
  const shortest = Math.min(...whole.map(spanOf));
  // A pair that paused alone, as gold does each day, is left out until all its candles are of after that: three hours.
  const same = whole.filter((one) => spanOf(one) === shortest);
  const lively = mean(same.map(([, one]) => liveliness(one)));
  const drifted = mean(same.map(([, one]) => drift(one)));
  const counted = new Set(same.map(([pair]) => pair));
  return {
    slot: slotId(slot),
    mood: moodOf(lively, drifted),
    volatility: lively >= LIVELY ? 'High' : lively <= 1 / LIVELY ? 'Low' : 'Medium',
    minutes: shortest / 60_000,
    ranges: same
      .map(([pair, one]) => ({ pair, percent: rangePercent(one) }))
      .toSorted((one, other) => other.percent - one.percent),
    without: [...candles.keys()].filter((pair) => !counted.has(pair)),
  };
}
