import { MINUTE_MS, type Zone } from './time';

/** Length of a slot (ms): a signal is due every five minutes. */
export const SLOT_MS = 5 * MINUTE_MS;

/** A stream without a heartbeat this long (ms) after a slot's start counts as silent. */
export const HEARTBEAT_GRACE_MS = 15_000;

const ID = /^\d{8}T\d{4}Z$/;

/** Start (epoch ms) of the slot that contains `at` (epoch ms): UTC time floored to five minutes. */
export function slotStart(at: number): number {
  return Math.floor(at / SLOT_MS) * SLOT_MS;
}

/** Start (epoch ms) of the first slot after `at` (epoch ms). */
export function nextSlotStart(at: number): number {
  return slotStart(at) + SLOT_MS;
}

/** Id of the slot that contains `at` (epoch ms), as `yyyyMMdd'T'HHmm'Z'`: sorts by time, names documents. */
export function slotId(at: number): string {
  return new Date(slotStart(at)).toISOString().slice(0, 16).replace(/[-:]/g, '') + 'Z';
}

/** The number that digits of a text write. */
function numberIn(text: string, from: number, to: number): number {
  let number = 0;
  for (let at = from; at < to; at += 1) number = 10 * number + text.charCodeAt(at) - 48;
  return number;
}

/** Days of a month (1 to 12) of the Gregorian calendar. */
function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

/**
 * Start (epoch ms) of the slot with this id.
 * @throws RangeError if the text isn't the id of a slot
 */
export function slotStartOfId(id: string): number {
  if (!ID.test(id)) throw new RangeError(`Not the id of a slot: ${id}`);
  const [year, month] = [numberIn(id, 0, 4), numberIn(id, 4, 6)];
  const [day, hour, minute] = [numberIn(id, 6, 8), numberIn(id, 9, 11), numberIn(id, 11, 13)];
  const start = Date.UTC(year, month - 1, day, hour, minute);
  // By its parts, not by its text: lists of twenty thousand ask for it.
  const isDay = month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
  if (year < 1000 || !isDay || hour > 23 || minute > 59 || start % SLOT_MS !== 0)
    throw new RangeError(`Not the id of a slot: ${id}`);
  return start;
}

/** True for the id of a slot. */
export function isSlotId(id: string): boolean {
  try {
    slotStartOfId(id);
    return true;
  } catch {
    return false;
  }
}

/** Starts (epoch ms) of the slots strictly between those of `from` and `to`, as between two runs. */
export function slotsBetween(from: number, to: number): number[] {
  const slots: number[] = [];
  for (let slot = nextSlotStart(from); slot < slotStart(to); slot += SLOT_MS) slots.push(slot);
  return slots;
}

/**
 * Returns a function that names slots by a zone's clock: it maps a slot's id to the id with the zone's time in place of
 * UTC's. Create it once for many ids: it caches the offset by the hour, as thousands are converted at once.
 */
export function slotIdsIn({ aheadMs }: Zone): (id: string) => string {
  const hours = new Map<string, string>();
  const shifted = (start: number) => slotId(start + aheadMs(start));
  return (id) => {
    const hour = id.slice(0, 11);
    const known = hours.get(hour) ?? shifted(slotStartOfId(`${hour}00Z`));
    hours.set(hour, known);
    // With an offset of whole hours, the minutes stay the same.
    return known.endsWith('00Z')
      ? `${known.slice(0, 11)}${id.slice(11)}`
      : shifted(slotStartOfId(id));
  };
}
