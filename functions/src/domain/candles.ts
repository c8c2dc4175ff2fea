import { type Pair, priceDigits, SLOT_MS, slotId, slotStart } from '@quantalgo/contracts';

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

/** Digits of which every decimal has a double of its own, so that comparing doubles compares the decimals (IEEE 754). */
const EXACT_DIGITS = 15;

/** Whether a decimal, as it is written, is told from every other one by its double. */
export const isExactDecimal = (text: string): boolean =>
  text.length <= EXACT_DIGITS || text.replace('.', '').replace(/^0+/, '').length <= EXACT_DIGITS;

/** When the candle ends (epoch ms): its close is the price at this time. */
export const endOf = (candle: Candle): number => candle.time + SLOT_MS;

/** Whether the market, of a pair where one is named, was open in the candle that ends at `slot` (epoch ms). */
export type IsOpen = (slot: number, pair?: Pair) => boolean;

/** What is wrong with one candle. Names its time only then: most have no flaw, and a backtest asks for millions. */
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
 * What is wrong with the candles that a signal of `slot` (epoch ms) would rest on; null when nothing is. They must be
 * `count` closed ones in order, the newest ending at the slot, none missing while the market was open.
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

/** Moves that tell what is usual: three hours of them, an hour at least. */
const MOST_MOVES = 36;

const FEWEST_MOVES = 12;

/** A move that is this many times the usual one is news or a mistake. */
const UNUSUAL = 15;

/** Half a thousandth of the price is never a jump, however quiet the market was. */
const SMALLEST_JUMP = 0.0005;

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/**
 * Whether the close at `end` (epoch ms) lies so far from the one before that it needs a second reading to be believed:
 * 15 times the median move of up to three hours before it. Where less than an hour is known, nothing vouches for it.
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
