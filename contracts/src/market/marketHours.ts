import { nextSlotStart, SLOT_MS, slotStart } from '../core/slots';
import { HOUR_MS } from '../core/time';
import type { Pair } from './pairs';

const SUNDAY = 0;
const SATURDAY = 6;
const MARCH = 2;
const NOVEMBER = 10;

function findFirstSunday(year: number, month: number): number {
  const monthStart = Date.UTC(year, month, 1);
  return monthStart + ((7 - new Date(monthStart).getUTCDay()) % 7) * 24 * HOUR_MS;
}

/**
 * Offset from UTC (ms), negative. Summer time starts and ends at 2:00 (Energy Policy Act of 2005).
 * Avoids Intl, because catching up after a weekend takes hundreds of calls.
 */
export function getNewYorkOffset(at: number): number {
  const year = new Date(at).getUTCFullYear();
  const summerStart = findFirstSunday(year, MARCH) + 7 * 24 * HOUR_MS + 7 * HOUR_MS;
  const winterStart = findFirstSunday(year, NOVEMBER) + 6 * HOUR_MS;
  return (at >= summerStart && at < winterStart ? -4 : -5) * HOUR_MS;
}

const DAY_START_HOUR = 17;

const toTradingClock = (at: number): Date =>
  new Date(at + getNewYorkOffset(at) + (24 - DAY_START_HOUR) * HOUR_MS);

const HOLIDAYS: readonly string[] = ['12-25', '01-01'];

const CLOSED_ALL_DAY = -Infinity;

/**
 * Trading day to closing hour in New York. Spot metals follow the holidays of Globex metals
 * (https://www.cmegroup.com/trading-hours.html): they halt at 13:30 Central on holidays, 12:00 on
 * Fridays and 12:45 on Christmas Eve. 2027 assumes the hours of 2026. Uncertain days are omitted,
 * so metals count as failing then. Add the year after next every December.
 */
const METAL_CLOSING_HOURS: Readonly<Record<string, number>> = {
  '2026-01-19': 14.5,
  '2026-02-16': 14.5,
  '2026-04-03': CLOSED_ALL_DAY,
  '2026-05-25': 14.5,
  '2026-06-19': 13,
  '2026-07-03': 13,
  '2026-09-07': 14.5,
  '2026-11-26': 14.5,
  '2026-12-24': 13.75,

  '2027-01-18': 14.5,
  '2027-02-15': 14.5,
  '2027-03-26': CLOSED_ALL_DAY,
  '2027-05-31': 14.5,
  '2027-06-18': 13,
  '2027-07-05': 14.5,
  '2027-09-06': 14.5,
  '2027-11-25': 14.5,
  '2027-12-24': CLOSED_ALL_DAY,
};

const isMetal = (pair: Pair): boolean => pair.startsWith('XA');

/** OTC pairs trade around the clock, at prices that the broker itself quotes. */
export const isRoundTheClock = (pair: Pair): boolean => pair.endsWith('-OTC');

function isMetalHour(clock: Date): boolean {
  const hour = clock.getUTCHours() + clock.getUTCMinutes() / 60;
  const closingHour = METAL_CLOSING_HOURS[clock.toISOString().slice(0, 10)] ?? DAY_START_HOUR;
  return hour >= 1 && hour < closingHour + 24 - DAY_START_HOUR;
}

/**
 * `at` in epoch ms. Currencies trade from Sunday to Friday, 17:00 in New York, except on Christmas
 * and New Year's Day. Metals also have a daily pause and their own holidays.
 */
export function isTrading(pair: Pair, at: number): boolean {
  if (isRoundTheClock(pair)) return true;
  const clock = toTradingClock(at);
  const weekday = clock.getUTCDay();
  if (weekday === SUNDAY || weekday === SATURDAY) return false;
  if (HOLIDAYS.includes(clock.toISOString().slice(5, 10))) return false;
  return !isMetal(pair) || isMetalHour(clock);
}

export const hasCandle = (pair: Pair, slot: number): boolean => isTrading(pair, slot - SLOT_MS);

const MAX_CLOSURE_MS = 14 * 24 * HOUR_MS;

/** Null if the market is open at `at` or doesn't open within two weeks. Times in epoch ms. */
export function findNextOpenSlot(isOpen: (slot: number) => boolean, at: number): number | null {
  if (isOpen(slotStart(at))) return null;
  for (let slot = nextSlotStart(at); slot <= at + MAX_CLOSURE_MS; slot += SLOT_MS)
    if (isOpen(slot)) return slot;
  return null;
}

/**
 * Start of the candle that the first signal after a closure is based on. Null in the same cases as
 * {@link findNextOpenSlot}. Times in epoch ms.
 */
export function findOpening(isOpen: (slot: number) => boolean, slot: number): number | null {
  const firstSlot = findNextOpenSlot(isOpen, slot);
  return firstSlot === null ? null : firstSlot - SLOT_MS;
}
