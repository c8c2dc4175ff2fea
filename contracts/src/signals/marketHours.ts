import { SLOT_MS } from '../time';
import type { Pair } from './signal';

const HOUR_MS = 60 * 60_000;
const SUNDAY = 0;
const SATURDAY = 6;
const MARCH = 2;
const NOVEMBER = 10;

/** Midnight (epoch ms, UTC) of a month's first Sunday. */
function firstSunday(year: number, month: number): number {
  const first = Date.UTC(year, month, 1);
  return first + ((7 - new Date(first).getUTCDay()) % 7) * 24 * HOUR_MS;
}

/**
 * How far (ms) New York's clocks are ahead of UTC, below zero: an hour less far from 2:00 on the second Sunday in March
 * to 2:00 on the first in November (Energy Policy Act of 2005). Counted and not asked of Intl: a record that was not kept
 * for a weekend asks for hundreds of slots.
 */
export function newYorkAhead(at: number): number {
  const year = new Date(at).getUTCFullYear();
  const summer = firstSunday(year, MARCH) + 7 * 24 * HOUR_MS + 7 * HOUR_MS;
  const winter = firstSunday(year, NOVEMBER) + 6 * HOUR_MS;
  return (at >= summer && at < winter ? -4 : -5) * HOUR_MS;
}

/** A day of trade begins at 17:00 in New York: this clock shows midnight then, and the date of the day of trade. */
const tradingClock = (at: number): Date => new Date(at + newYorkAhead(at) + 7 * HOUR_MS);

/** Days of trade on which no currency is dealt, whatever their weekday, as month and day. */
const HOLIDAYS: readonly string[] = ['12-25', '01-01'];

const isMetal = (pair: Pair): boolean => pair.startsWith('XA');

/**
 * Whether a pair is traded at a time (epoch ms): currencies from Sunday to Friday, 17:00 in New York, but for Christmas
 * and New Year's Day; metals pause for the first hour of each day.
 */
export function isTrading(pair: Pair, at: number): boolean {
  const clock = tradingClock(at);
  const weekday = clock.getUTCDay();
  if (weekday === SUNDAY || weekday === SATURDAY) return false;
  if (HOLIDAYS.includes(clock.toISOString().slice(5, 10))) return false;
  return !(isMetal(pair) && clock.getUTCHours() === 0);
}

/** Whether there is a candle of a pair that ends at `slot` (epoch ms). */
export const hasCandle = (pair: Pair, slot: number): boolean => isTrading(pair, slot - SLOT_MS);
