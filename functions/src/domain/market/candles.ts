import { SLOT_MS, slotId, slotStart } from '@quantalgo/contracts/core/slots';
import { type Pair, getPriceDigits } from '@quantalgo/contracts/market/pairs';

export interface Candle {
  /** Start of its slot, epoch ms. */
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Tick count. */
  readonly volume: number;
}

// Decimals with up to this many digits map to distinct doubles (IEEE 754).
const EXACT_DIGITS = 15;

/** True if the decimal, as written, is identified by its double. */
export const isExactDecimal = (text: string): boolean =>
  text.length <= EXACT_DIGITS || text.replace('.', '').replace(/^0+/, '').length <= EXACT_DIGITS;

/** Epoch ms. The candle's close is the price at this time. */
export const getCandleEnd = (candle: Candle): number => candle.time + SLOT_MS;

export type IsOpen = (slot: number, pair?: Pair) => boolean;

// Formats the time only for a flaw: most candles have none, and a backtest checks millions.
function findCandleFlaw({ time, open, high, low, close, volume }: Candle): string | null {
  if (time !== slotStart(time)) return `a candle at ${slotId(time)} does not start with a slot`;
  if (!isPrice(open) || !isPrice(high) || !isPrice(low) || !isPrice(close))
    return `a price at ${slotId(time)} is not a positive number`;
  if (high < Math.max(open, close) || low > Math.min(open, close))
    return `high and low at ${slotId(time)} do not enclose open and close`;
  if (!(volume >= 0)) return `the volume at ${slotId(time)} is not zero or a positive number`;
  return null;
}

const isPrice = (value: number): boolean => Number.isFinite(value) && value > 0;

function findGap(before: Candle, after: Candle, isOpen: IsOpen): string | null {
  if (after.time <= before.time) return `the candles are out of order at ${slotId(after.time)}`;
  for (let end = getCandleEnd(before) + SLOT_MS; end < getCandleEnd(after); end += SLOT_MS)
    if (isOpen(end)) return `the candle at ${slotId(end - SLOT_MS)} is missing`;
  return null;
}

/**
 * Null if the candles can back a signal of `slot` (epoch ms): at least `count`, in order, ending at the slot, none
 * missing while the market was open.
 */
export function findCandlesFlaw(
  candles: readonly Candle[],
  { slot, count, isOpen }: { slot: number; count: number; isOpen: IsOpen },
): string | null {
  const newest = candles.at(-1);
  if (candles.length < count || newest === undefined)
    return `only ${candles.length} of ${count} candles are available`;
  if (getCandleEnd(newest) !== slot)
    return `the newest candle ends at ${slotId(getCandleEnd(newest))}`;
  let before: Candle | null = null;
  for (const candle of candles) {
    const flaw = findCandleFlaw(candle) ?? (before && findGap(before, candle, isOpen));
    if (flaw !== null) return flaw;
    before = candle;
  }
  return null;
}

// The usual move is the median of one to three hours of moves.
const MAX_MOVES = 36;

const MIN_MOVES = 12;

// A move this many times the usual one is news or a mistake.
const JUMP_FACTOR = 15;

// A move up to this share of the price is never a jump, however quiet the market.
const MIN_JUMP = 0.0005;

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/**
 * True if the close at `end` (epoch ms) needs a second reading: it moved more than 15 times the median of the last
 * three hours, or there is less than an hour of history.
 * @param candles in order
 */
export function isJump(candles: readonly Candle[], end: number): boolean {
  const closes = candles.filter((candle) => getCandleEnd(candle) <= end).map(({ close }) => close);
  const moves = closes.slice(1).map((close, index) => Math.abs(close - (closes[index] ?? close)));
  const last = moves.at(-1) ?? Infinity;
  const before = moves.slice(0, -1).slice(-MAX_MOVES);
  if (before.length < MIN_MOVES) return true;
  return last > Math.max(JUMP_FACTOR * median(before), MIN_JUMP * (closes.at(-1) ?? 0));
}

const RANGE_CANDLES = 14;

const getTrueRange = ({ high, low }: Candle, before: number): number =>
  Math.max(high, before) - Math.min(low, before);

/**
 * Average true range of the newest 14 candles, as a price.
 * @throws RangeError on fewer than 15 candles: the first needs a previous close
 */
export function getAverageRange(candles: readonly Candle[]): number {
  if (candles.length <= RANGE_CANDLES)
    throw new RangeError(`${candles.length} candles are too few for an average range`);
  let sum = 0;
  for (let at = candles.length - RANGE_CANDLES; at < candles.length; at += 1) {
    const candle = candles[at];
    const before = candles[at - 1];
    if (candle && before) sum += getTrueRange(candle, before.close);
  }
  return sum / RANGE_CANDLES;
}

/**
 * Average true range in steps of the pair's last digit. A price that hardly moves often closes unchanged.
 * @throws RangeError on fewer than 15 candles
 */
export const getVolatility = (pair: Pair, candles: readonly Candle[]): number =>
  getAverageRange(candles) * 10 ** getPriceDigits(pair);
