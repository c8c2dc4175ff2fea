import { nextSlotStart, SLOT_MS, slotStart } from '../core/slots';
import { HOUR_MS } from '../core/time';
import type { Pair } from './pairs';

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
 * Offset (ms) of New York's clocks from UTC, negative: an hour smaller from 2:00 on the second Sunday in March to 2:00
 * on the first in November (Energy Policy Act of 2005). Computed rather than asked of Intl, because catching up a
 * record after a weekend takes hundreds of calls.
 */
export function newYorkAhead(at: number): number {
  const year = new Date(at).getUTCFullYear();
  const summer = firstSunday(year, MARCH) + 7 * 24 * HOUR_MS + 7 * HOUR_MS;
  const winter = firstSunday(year, NOVEMBER) + 6 * HOUR_MS;
  return (at >= summer && at < winter ? -4 : -5) * HOUR_MS;
}

/** The trading day begins and ends at 17:00 in New York. */
const DAY_BEGINS = 17;

/** A clock that reads midnight when a trading day begins, and whose date is that of the trading day. */
const tradingClock = (at: number): Date =>
  new Date(at + newYorkAhead(at) + (24 - DAY_BEGINS) * HOUR_MS);

/** Trading days without any trading, every year and whatever their weekday, as month and day. */
const HOLIDAYS: readonly string[] = ['12-25', '01-01'];

/** All day. */
const CLOSED = -Infinity;

/**
 * Further trading days on which metals close early, by date: the closing hour in New York, or {@link CLOSED}. From CME
 * Group's holiday calendar for Globex metals (https://www.cmegroup.com/trading-hours.html), which spot metals follow:
 * halted at 13:30 Central on a holiday, at 12:00 if it is a Friday, at 12:45 on Christmas Eve. 2027 has that year's
 * holidays with the hours of 2026. Uncertain days are left out: their slots are recorded as misses with a reason, and
 * the currencies continue. Add the year after next every December.
 */
const METAL_DAYS: Readonly<Record<string, number>> = {
  '2026-01-19': 14.5,
  '2026-02-16': 14.5,
  '2026-04-03': CLOSED,
  '2026-05-25': 14.5,
  '2026-06-19': 13,
  '2026-07-03': 13,
  '2026-09-07': 14.5,
  '2026-11-26': 14.5,
  '2026-12-24': 13.75,

  '2027-01-18': 14.5,
  '2027-02-15': 14.5,
  '2027-03-26': CLOSED,
  '2027-05-31': 14.5,
  '2027-06-18': 13,
  '2027-07-05': 14.5,
  '2027-09-06': 14.5,
  '2027-11-25': 14.5,
  '2027-12-24': CLOSED,
};

const isMetal = (pair: Pair): boolean => pair.startsWith('XA');

/** Whether the broker itself makes this pair's market, around the clock. */
export const isRoundTheClock = (pair: Pair): boolean => pair.endsWith('-OTC');

/** Metals pause for the first hour of each trading day, and close early on some. */
function isMetalHour(clock: Date): boolean {
  const hour = clock.getUTCHours() + clock.getUTCMinutes() / 60;
  const closes = METAL_DAYS[clock.toISOString().slice(0, 10)] ?? DAY_BEGINS;
  return hour >= 1 && hour < closes + 24 - DAY_BEGINS;
}

/**
 * Whether a pair is traded at a time (epoch ms): currencies from Sunday to Friday, 17:00 in New York, except on
 * Christmas and New Year's Day; metals less their daily pause and own holidays too; the broker's own pairs always.
 */
export function isTrading(pair: Pair, at: number): boolean {
  if (isRoundTheClock(pair)) return true;
  const clock = tradingClock(at);
  const weekday = clock.getUTCDay();
  if (weekday === SUNDAY || weekday === SATURDAY) return false;
  if (HOLIDAYS.includes(clock.toISOString().slice(5, 10))) return false;
  return !isMetal(pair) || isMetalHour(clock);
}

/** Whether a pair has a candle that ends at `slot` (epoch ms). */
export const hasCandle = (pair: Pair, slot: number): boolean => isTrading(pair, slot - SLOT_MS);

/** Limit (ms) of the search for the next opening; no market stays closed for longer. */
const MAX_CLOSE_MS = 14 * 24 * HOUR_MS;

/**
 * The first slot after `at` (both epoch ms) at which a market is open again.
 * @param isOpen whether the market is open at the slot that starts at a time (epoch ms)
 * @returns null while it is open, or if it doesn't open within two weeks
 */
export function nextOpenSlot(isOpen: (slot: number) => boolean, at: number): number | null {
  if (isOpen(slotStart(at))) return null;
  for (let slot = nextSlotStart(at); slot <= at + MAX_CLOSE_MS; slot += SLOT_MS)
    if (isOpen(slot)) return slot;
  return null;
}

/**
 * When a market that is closed at `slot` opens (both epoch ms): the start of the candle behind its first signal. Null
 * while it is open, or if it doesn't open within two weeks.
 */
export function opensAfter(isOpen: (slot: number) => boolean, slot: number): number | null {
  const first = nextOpenSlot(isOpen, slot);
  return first === null ? null : first - SLOT_MS;
}
