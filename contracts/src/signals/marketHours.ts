import { nextSlotStart, SLOT_MS, slotStart } from '../time';
import { LEVELS } from './play';
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

/** At 17:00 in New York a day of trade ends and the next begins. */
const DAY_BEGINS = 17;

/** This clock shows midnight when a day of trade begins, and its date is that of the day of trade. */
const tradingClock = (at: number): Date =>
  new Date(at + newYorkAhead(at) + (24 - DAY_BEGINS) * HOUR_MS);

/** Days of trade on which nothing is dealt in any year, whatever their weekday, as month and day. */
const HOLIDAYS: readonly string[] = ['12-25', '01-01'];

/** All day. */
const CLOSED = -Infinity;

/**
 * Metals on further days of trade, by year: the hour in New York at which they close early, or {@link CLOSED}. As CME
 * Group's holiday calendar has it for Globex metals (https://www.cmegroup.com/trading-hours.html), where spot metals
 * follow: halted at 13:30 Central on a holiday, at 12:00 where that is a Friday, at 12:45 on Christmas Eve. 2027: the
 * holidays of that year, with the hours of the year before. A day that is not sure is not here: what it lacks is missed
 * with its reason, and the currencies go on. Each December the year after next is added.
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

/** Whether the broker itself makes this pair's market, at any hour of any day. */
export const isRoundTheClock = (pair: Pair): boolean => pair.endsWith('-OTC');

/** Metals pause for the first hour of each day of trade, and close early on some. */
function isMetalHour(clock: Date): boolean {
  const hour = clock.getUTCHours() + clock.getUTCMinutes() / 60;
  const closes = METAL_DAYS[clock.toISOString().slice(0, 10)] ?? DAY_BEGINS;
  return hour >= 1 && hour < closes + 24 - DAY_BEGINS;
}

/**
 * Whether a pair is traded at a time (epoch ms): currencies from Sunday to Friday, 17:00 in New York, but for Christmas
 * and New Year's Day; metals but for their pause and their holidays too; the broker's own pairs always.
 */
export function isTrading(pair: Pair, at: number): boolean {
  if (isRoundTheClock(pair)) return true;
  const clock = tradingClock(at);
  const weekday = clock.getUTCDay();
  if (weekday === SUNDAY || weekday === SATURDAY) return false;
  if (HOLIDAYS.includes(clock.toISOString().slice(5, 10))) return false;
  return !isMetal(pair) || isMetalHour(clock);
}

/** Whether there is a candle of a pair that ends at `slot` (epoch ms). */
export const hasCandle = (pair: Pair, slot: number): boolean => isTrading(pair, slot - SLOT_MS);

/** From a signal's slot to its last exit. */
const LEVELS_END_AFTER_MS = (LEVELS.length + 1) * SLOT_MS;

/** Whether a signal of a pair can be given at `slot` (epoch ms): it has a candle, and its levels end before the close. */
export const isPairOpen = (pair: Pair, slot: number): boolean =>
  hasCandle(pair, slot) && hasCandle(pair, slot + LEVELS_END_AFTER_MS);

/** No market is closed for longer than this (ms). */
const LONGEST_CLOSE_MS = 14 * 24 * HOUR_MS;

/**
 * The first slot after `at` (both epoch ms) at which a market is open again.
 * @param isOpen whether it is at the slot that starts at a time (epoch ms)
 * @returns null while it is open, and where it doesn't open within two weeks
 */
function nextOpenSlot(isOpen: (slot: number) => boolean, at: number): number | null {
  if (isOpen(slotStart(at))) return null;
  for (let slot = nextSlotStart(at); slot <= at + LONGEST_CLOSE_MS; slot += SLOT_MS)
    if (isOpen(slot)) return slot;
  return null;
}

/**
 * When a market that is closed at `slot` opens (both epoch ms): at the beginning of the candle that its first signal
 * rests on. Null while it is open, and where it doesn't open within two weeks.
 */
export function opensAfter(isOpen: (slot: number) => boolean, slot: number): number | null {
  const first = nextOpenSlot(isOpen, slot);
  return first === null ? null : first - SLOT_MS;
}

/** The first slot after `at` (both epoch ms) at which a signal of one of the pairs can be given; null while one can. */
export const nextOpening = (pairs: readonly Pair[], at: number): number | null =>
  nextOpenSlot((slot) => pairs.some((pair) => isPairOpen(pair, slot)), at);
