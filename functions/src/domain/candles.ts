import { SLOT_MS, slotId, slotStart } from '@quantalgo/contracts';

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

/** When the candle ends (epoch ms): its close is the price at this time. */
export const endOf = (candle: Candle): number => candle.time + SLOT_MS;

/** Whether a pair's market or the whole market was open in the candle that ends at `slot` (epoch ms). */
export type IsOpen = (slot: number) => boolean;

function flawInside(candle: Candle): string | null {
  const { time, open, high, low, close, volume } = candle;
  const at = slotId(time);
  if (time !== slotStart(time)) return `a candle at ${at} does not open with a slot`;
  if (![open, high, low, close].every((price) => Number.isFinite(price) && price > 0))
    return `a price at ${at} is not a positive number`;
  if (high < Math.max(open, close) || low > Math.min(open, close))
    return `high and low at ${at} do not hold open and close`;
  if (!(volume >= 0)) return `the volume at ${at} is not a number from 0`;
  return null;
}

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
  for (const [index, candle] of candles.entries()) {
    const before = candles[index - 1];
    const flaw = flawInside(candle) ?? (before ? flawBetween(before, candle, isOpen) : null);
    if (flaw !== null) return flaw;
  }
  return null;
}
