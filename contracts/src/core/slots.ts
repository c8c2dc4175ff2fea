import { MINUTE_MS, type Zone } from './time';
import * as z from 'zod/mini';

export const SLOT_MS = 5 * MINUTE_MS;

export const HEARTBEAT_GRACE_MS = 15_000;

const SLOT_ID_PATTERN = /^\d{8}T\d{4}Z$/;

export function slotStart(at: number): number {
  return Math.floor(at / SLOT_MS) * SLOT_MS;
}

export function nextSlotStart(at: number): number {
  return slotStart(at) + SLOT_MS;
}

/** The slot that contains `at` (epoch ms), as `yyyyMMdd'T'HHmm'Z'`. Ids sort by time. */
export function slotId(at: number): string {
  return new Date(slotStart(at)).toISOString().slice(0, 16).replace(/[-:]/g, '') + 'Z';
}

/** UTC day of the slot, as `yyyyMMdd`. */
export const getSlotDay = (id: string): string => id.slice(0, 8);

function parseDigits(text: string, from: number, to: number): number {
  let number = 0;
  for (let index = from; index < to; index += 1) number = 10 * number + text.charCodeAt(index) - 48;
  return number;
}

function getDaysInMonth(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/**
 * Start of the slot in epoch ms.
 * @throws RangeError if the text isn't a slot id
 */
export function parseSlotId(id: string): number {
  if (!SLOT_ID_PATTERN.test(id)) throw new RangeError(`Not a slot id: ${id}`);
  const [year, month] = [parseDigits(id, 0, 4), parseDigits(id, 4, 6)];
  const [day, hour, minute] = [
    parseDigits(id, 6, 8),
    parseDigits(id, 9, 11),
    parseDigits(id, 11, 13),
  ];
  const start = Date.UTC(year, month - 1, day, hour, minute);
  // Checks numbers instead of formatting the date again, because lists have 20,000 ids.
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= getDaysInMonth(year, month);
  if (year < 1000 || !isDay || hour > 23 || minute > 59 || start % SLOT_MS !== 0)
    throw new RangeError(`Not a slot id: ${id}`);
  return start;
}

export function isSlotId(id: string): boolean {
  try {
    parseSlotId(id);
    return true;
  } catch {
    return false;
  }
}

export function listSlotsBetween(from: number, to: number): number[] {
  const slots: number[] = [];
  for (let slot = nextSlotStart(from); slot < slotStart(to); slot += SLOT_MS) slots.push(slot);
  return slots;
}

/**
 * Maps slot ids to a zone's time. Reuse the mapper for many ids, because it caches offsets by hour.
 */
export function createSlotIdMapper({ utcOffsetMs }: Zone): (id: string) => string {
  const hours = new Map<string, string>();
  const toZonedId = (start: number) => slotId(start + utcOffsetMs(start));
  return (id) => {
    const hour = id.slice(0, 11);
    const zonedHour = hours.get(hour) ?? toZonedId(parseSlotId(`${hour}00Z`));
    hours.set(hour, zonedHour);
    // Offsets of whole hours don't change the minutes.
    return zonedHour.endsWith('00Z')
      ? `${zonedHour.slice(0, 11)}${id.slice(11)}`
      : toZonedId(parseSlotId(id));
  };
}

export const slotIdSchema = z
  .string()
  .check(z.regex(SLOT_ID_PATTERN, 'Must be a slot id such as 20261120T1405Z'));
