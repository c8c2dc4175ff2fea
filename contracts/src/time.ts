/** Length of a slot in milliseconds: a signal is due every five minutes. */
export const SLOT_MS = 5 * 60_000;

const ID = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})Z$/;

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

/**
 * Start (epoch ms) of the slot with this id.
 * @throws RangeError when the text is no id of a slot.
 */
export function slotStartOfId(id: string): number {
  const [, year, month, day, hour, minute] = ID.exec(id) ?? [];
  const start = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00Z`);
  if (Number.isNaN(start) || slotId(start) !== id)
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

/** Starts (epoch ms) of the slots after `from`'s and before `to`'s: those that lie between two runs. */
export function slotsBetween(from: number, to: number): number[] {
  const slots: number[] = [];
  for (let slot = nextSlotStart(from); slot < slotStart(to); slot += SLOT_MS) slots.push(slot);
  return slots;
}

const two = (n: number) => String(n).padStart(2, '0');

/** What is left of `ms` as hours, minutes and seconds, each two digits; zero once past. */
export function hoursMinutesSeconds(ms: number): {
  hours: string;
  minutes: string;
  seconds: string;
} {
  const total = Math.max(0, Math.ceil(ms / 1000));
  return {
    hours: two(Math.floor(total / 3600)),
    minutes: two(Math.floor(total / 60) % 60),
    seconds: two(total % 60),
  };
}

/** What is left of `ms` as minutes and seconds, `2:28`; `0:00` once past. */
export function minutesSeconds(ms: number): string {
  const total = Math.max(0, Math.ceil(ms / 1000));
  return `${Math.floor(total / 60)}:${two(total % 60)}`;
}

/** A length of time (ms) in its largest sensible unit, rounded: `12 s`, `7 min`, `3 h`, `2 days`. */
export function roughDuration(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.round(hours / 24)} days`;
}

/**
 * The community's zone as the specification labels its clocks: West Africa Time, an hour ahead of UTC all year. Counted
 * and not asked of Intl, whose first formatter with a zone costs a slow phone a twentieth of a second.
 */
const WAT_AHEAD_MS = 60 * 60_000;

const DAY_MS = 24 * 60 * 60_000;

const MONTHS = [
  'Jan',
  'Feb',
  'Mar',
  'Apr',
  'May',
  'Jun',
  'Jul',
  'Aug',
  'Sep',
  'Oct',
  'Nov',
  'Dec',
] as const;

/** The clock and calendar of the zone, read as if they were UTC's. */
const inWat = (at: number): Date => new Date(at + WAT_AHEAD_MS);

/** Time of day in WAT, `14:05`, without the zone's label. `at` in epoch ms. */
export const watTime = (at: number): string => inWat(at).toISOString().slice(11, 16);

/** Time of day in WAT with seconds, `14:05:09`. `at` in epoch ms. */
export const watClock = (at: number): string => inWat(at).toISOString().slice(11, 19);

/** Day and month in WAT, `20 Nov`. `at` in epoch ms. */
function watMonthDay(at: number): string {
  const day = inWat(at);
  return `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]}`;
}

/** Calendar day in WAT, `20 Nov 2026`. `at` in epoch ms. */
export const watDate = (at: number): string => `${watMonthDay(at)} ${inWat(at).getUTCFullYear()}`;

/** When the day in WAT ends in which `at` lies; both in epoch ms. */
export const watDayEnd = (at: number): number => at + DAY_MS - ((at + WAT_AHEAD_MS) % DAY_MS);

/**
 * A time of the recent past in WAT with its zone, `14:05 WAT`, and with its day where that is not the day of `now`,
 * `19 Nov, 14:05 WAT`. Both in epoch ms.
 */
export function watMoment(at: number, now: number): string {
  const time = `${watTime(at)} WAT`;
  return watDate(at) === watDate(now) ? time : `${watMonthDay(at)}, ${time}`;
}

/** Time of day in UTC, `13:05 UTC`. `at` in epoch ms. */
export const utcTime = (at: number): string => `${new Date(at).toISOString().slice(11, 16)} UTC`;

/** The scheduled functions, in the order in which they run when their times meet. Each at whole multiples of its minutes, in UTC. */
export const SCHEDULES = [
  { name: 'publishSignal', everyMinutes: 5 },
  { name: 'settleSignals', everyMinutes: 5 },
  { name: 'refitCalibrations', everyMinutes: 24 * 60 },
  { name: 'correctRecord', everyMinutes: 24 * 60 },
  { name: 'retryMail', everyMinutes: 1 },
  { name: 'resumePushes', everyMinutes: 1 },
  { name: 'resumeDeletions', everyMinutes: 15 },
  { name: 'anchorUsers', everyMinutes: 5 },
  { name: 'mendConsole', everyMinutes: 24 * 60 },
  { name: 'expireRegistrations', everyMinutes: 60 },
  { name: 'stampHead', everyMinutes: 60 },
  { name: 'removeOrphans', everyMinutes: 24 * 60 },
] as const;
