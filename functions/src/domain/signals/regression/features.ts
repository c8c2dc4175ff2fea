import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { getLocalHour, LONDON, NEW_YORK } from '@quantalgo/contracts/market/sessions';
import type { Candle } from '../../market/candles';
import { LOOKBACK, type Windows } from '../strategies/strategy';

/** Each changes sign with the prices, so that rises and falls count alike. Returns are in units of their rms. */
export const FEATURE_NAMES = [
  'return 1',
  'return 2',
  'return 3',
  'return 4',
  'return 5',
  'return 6',
  'return of the last hour',
  'return of three hours',
  'excess of return 1 over 2',
  'return 1 × volatility ratio',
  'hour × volatility ratio',
  'return 1 in London',
  'hour in London',
  'return 1 in New York',
  'hour in New York',
  'close within the candle’s range',
  'close within the three-hour range',
  'others’ strength, 1 candle',
  'others’ strength, 3 candles',
  'others’ strength, 12 candles',
  'excess over others, 1 candle',
  'excess over others, 12 candles',
] as const;

const RETURNS = LOOKBACK - 1;
const HOUR = 12;
const MAX_RETURN = 4;
const LARGE_RETURN = 2;
const LONDON_HOURS = { from: 8, to: 13 } as const;
const NEW_YORK_HOURS = { from: 8, to: 15 } as const;

interface Moves {
  readonly newest: Candle;
  readonly place: number;
  readonly rangePlace: number;
  readonly ratio: number;
  /** Clipped; the newest first. */
  readonly returns: Float64Array;
  readonly three: number;
  readonly hour: number;
  readonly all: number;
}

const clip = (value: number): number => Math.min(MAX_RETURN, Math.max(-MAX_RETURN, value));

const toPlace = (close: number, low: number, high: number): number =>
  high > low ? (2 * close - low - high) / (high - low) : 0;

const rawMoves = new Float64Array(RETURNS);

// Null if a candle is missing in the window, or if nothing moved.
function computeMoves(candles: readonly Candle[]): Moves | null {
  const newest = candles[LOOKBACK - 1];
  const oldest = candles[0];
  if (candles.length !== LOOKBACK || !newest || !oldest) return null;
  if (newest.time - oldest.time !== RETURNS * SLOT_MS) return null;
  let [squares, hourSquares, high, low] = [0, 0, oldest.high, oldest.low];
  let later = newest.close;
  for (let back = 0; back < RETURNS; back += 1) {
    const candle = candles[LOOKBACK - 1 - back];
    const before = candles[LOOKBACK - 2 - back];
    if (!candle || !before) return null;
    if (candle.high > high) high = candle.high;
    if (candle.low < low) low = candle.low;
    const move = later - before.close;
    later = before.close;
    rawMoves[back] = move;
    squares += move * move;
    if (back < HOUR) hourSquares += move * move;
  }
  const rms = Math.sqrt(squares / RETURNS);
  if (!(rms > 0)) return null;
  const returns = new Float64Array(RETURNS);
  let [three, hour, all] = [0, 0, 0];
  for (let back = 0; back < RETURNS; back += 1) {
    const value = clip((rawMoves[back] ?? 0) / rms);
    returns[back] = value;
    if (back < 3) three += value;
    if (back < HOUR) hour += value;
    all += value;
  }
  const hourRms = Math.max(Math.sqrt(hourSquares / HOUR), rms / 10);
  return {
    newest,
    place: toPlace(newest.close, newest.low, newest.high),
    rangePlace: toPlace(newest.close, low, high),
    ratio: Math.log(hourRms / rms),
    returns,
    three: three / Math.sqrt(3),
    hour: hour / Math.sqrt(HOUR),
    all: all / Math.sqrt(RETURNS),
  };
}

const cache = new WeakMap<readonly Candle[], Moves | null>();

function getMoves(candles: readonly Candle[]): Moves | null {
  const cached = cache.get(candles);
  if (cached !== undefined) return cached;
  const moves = computeMoves(candles);
  cache.set(candles, moves);
  return moves;
}

interface Strength {
  readonly last: number;
  readonly three: number;
  readonly hour: number;
}

const createSum = () => ({ count: 0, last: 0, three: 0, hour: 0 });

function addMoves(sum: ReturnType<typeof createSum>, moves: Moves, sign: 1 | -1): void {
  sum.count += 1;
  sum.last += sign * (moves.returns[0] ?? 0);
  sum.three += sign * moves.three;
  sum.hour += sign * moves.hour;
}

// Strength of the pair's base less its quote in all other pairs whose newest candle is as new.
function measureStrength({ pair, windows }: Windows, time: number): Strength {
  const [base, quote] = [pair.slice(0, 3), pair.slice(3, 6)];
  const [baseSum, quoteSum] = [createSum(), createSum()];
  for (const [other, candles] of windows) {
    if (other === pair || candles.at(-1)?.time !== time) continue;
    const moves = getMoves(candles);
    if (!moves) continue;
    const [otherBase, otherQuote] = [other.slice(0, 3), other.slice(3, 6)];
    if (otherBase === base) addMoves(baseSum, moves, 1);
    if (otherQuote === base) addMoves(baseSum, moves, -1);
    if (otherBase === quote) addMoves(quoteSum, moves, 1);
    if (otherQuote === quote) addMoves(quoteSum, moves, -1);
  }
  const difference = (key: 'last' | 'three' | 'hour') =>
    baseSum[key] / Math.max(1, baseSum.count) - quoteSum[key] / Math.max(1, quoteSum.count);
  return { last: difference('last'), three: difference('three'), hour: difference('hour') };
}

const isWithin = (hour: number, { from, to }: { readonly from: number; readonly to: number }) =>
  hour >= from && hour < to ? 1 : 0;

/** Null if the window has a gap or doesn't move. In the order of {@link FEATURE_NAMES}. */
export function computeFeatures(candles: readonly Candle[], windows: Windows): Float64Array | null {
  const moves = getMoves(candles);
  if (!moves) return null;
  const { newest, returns, hour, ratio } = moves;
  const at = newest.time + SLOT_MS;
  const last = returns[0] ?? 0;
  const inLondon = isWithin(getLocalHour(LONDON, at), LONDON_HOURS);
  const inNewYork = isWithin(getLocalHour(NEW_YORK, at), NEW_YORK_HOURS);
  const others = measureStrength(windows, newest.time);
  return Float64Array.of(
    last,
    returns[1] ?? 0,
    returns[2] ?? 0,
    returns[3] ?? 0,
    returns[4] ?? 0,
    returns[5] ?? 0,
    hour,
    moves.all,
    Math.sign(last) * Math.max(0, Math.abs(last) - LARGE_RETURN),
    last * ratio,
    hour * ratio,
    last * inLondon,
    hour * inLondon,
    last * inNewYork,
    hour * inNewYork,
    moves.place,
    moves.rangePlace,
    others.last,
    others.three,
    others.hour,
    last - others.last,
    hour - others.hour,
  );
}
