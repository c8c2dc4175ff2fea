import { SLOT_MS, slotId, slotStart } from '@quantalgo/contracts/core/slots';
import { type Pair, priceDigits } from '@quantalgo/contracts/market/pairs';

/** Five minutes of one pair's market. */
export interface Candle {
  /** When it opened, epoch ms, at the start of a slot. It ends one slot later. */
  readonly time: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  /** Tick count. */
  readonly volume: number;
}

/** Digits up to which each decimal has its own double, so that comparing doubles compares the decimals (IEEE 754). */
const EXACT_DIGITS = 15;

/** Whether a decimal, as written, has few enough digits to be identified by its double. */
export const isExactDecimal = (text: string): boolean =>
  text.length <= EXACT_DIGITS || text.replace('.', '').replace(/^0+/, '').length <= EXACT_DIGITS;

/** When the candle ends (epoch ms): its close is the price at this time. */
export const endOf = (candle: Candle): number => candle.time + SLOT_MS;

/** Whether the market (of a pair, if given) was open during the candle that ends at `slot` (epoch ms). */
export type IsOpen = (slot: number, pair?: Pair) => boolean;

/** One candle's flaw, or null. Formats the time only for a flaw: most have none, and a backtest checks millions. */
function flawInside({ time, open, high, low, close, volume }: Candle): string | null {
  if (time !== slotStart(time)) return `a candle at ${slotId(time)} does not open with a slot`;
  if (!isPrice(open) || !isPrice(high) || !isPrice(low) || !isPrice(close))
    return `a price at ${slotId(time)} is not a positive number`;
  if (high < Math.max(open, close) || low > Math.min(open, close))
    return `high and low at ${slotId(time)} do not hold open and close`;
  if (!(volume >= 0)) return `the volume at ${slotId(time)} is not a number from 0`;
  return null;
}

const isPrice = (value: number): boolean => Number.isFinite(value) && value > 0;

function flawBetween(before: Candle, after: Candle, isOpen: IsOpen): string | null {
  if (after.time <= before.time) return `the candles are out of order at ${slotId(after.time)}`;
  for (let end = endOf(before) + SLOT_MS; end < endOf(after); end += SLOT_MS)
    if (isOpen(end)) return `the candle at ${slotId(end - SLOT_MS)} is missing`;
  return null;
}

/**
 * The flaw in the candles behind a signal of `slot` (epoch ms), or null. They must be at least `count` closed candles
 * in order, the newest ending at the slot, none missing while the market was open.
 */
export function flawOf(
  candles: readonly Candle[],
  { slot, count, isOpen }: { slot: number; count: number; isOpen: IsOpen },
): string | null {
  const newest = candles.at(-1);
  if (candles.length < count || newest === undefined)
    return `only ${candles.length} of ${count} candles are there`;
  if (endOf(newest) !== slot) return `the newest candle ends at ${slotId(endOf(newest))}`;
  let before: Candle | null = null;
  for (const candle of candles) {
    const flaw = flawInside(candle) ?? (before && flawBetween(before, candle, isOpen));
    if (flaw !== null) return flaw;
    before = candle;
  }
  return null;
}

/** Moves that define the usual one: three hours of them, and at least an hour. */
const MOST_MOVES = 36;

const FEWEST_MOVES = 12;

/** A move this many times the usual one is news or a mistake. */
const UNUSUAL = 15;

/** A move of up to this share of the price is never a jump, however quiet the market was. */
const SMALLEST_JUMP = 0.0005;

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/**
 * Whether the close at `end` (epoch ms) is so far from the one before that it needs to be confirmed by a second
 * reading: more than 15 times the median move of up to three hours before it. With less than an hour of history, any
 * close does.
 * @param candles in order
 */
export function isJump(candles: readonly Candle[], end: number): boolean {
  const closes = candles.filter((candle) => endOf(candle) <= end).map(({ close }) => close);
  const moves = closes.slice(1).map((close, index) => Math.abs(close - (closes[index] ?? close)));
  const last = moves.at(-1) ?? Infinity;
  const before = moves.slice(0, -1).slice(-MOST_MOVES);
  if (before.length < FEWEST_MOVES) return true;
  return last > Math.max(UNUSUAL * median(before), SMALLEST_JUMP * (closes.at(-1) ?? 0));
}

const INTERVAL = 14;

/** A candle's range, including the gap to the close before it (J. W. Wilder, 1978). */
const trueRange = ({ high, low }: Candle, before: number): number =>
  Math.max(high, before) - Math.min(low, before);

/**
 * The average true range of the newest 14 candles, as a price.
 * @throws RangeError on fewer than 15 candles: one more is needed for its close.
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
 * The average true range of a pair, in steps of its last digit. A price that hardly moves often closes unchanged.
 * @throws RangeError on fewer than 15 candles.
 */
export const volatilityOf = (pair: Pair, candles: readonly Candle[]): number =>
  averageRange(candles) * 10 ** priceDigits(pair);
