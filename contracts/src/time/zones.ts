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
