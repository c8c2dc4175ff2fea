import { DAY_MS, dayIn, type Zone } from '../core/time';

const WEEK_MS = 7 * DAY_MS;

const WEEK = /^(\d{4})-W(\d{2})$/;

/** The Monday of the week that contains a day, both as the midnight of UTC (epoch ms). */
const mondayOf = (day: number): number => day - ((new Date(day).getUTCDay() + 6) % 7) * DAY_MS;

/** The Monday of a year's first week: the one with 4 January (ISO 8601). */
const firstMonday = (year: number): number => mondayOf(Date.UTC(year, 0, 4));

/** The name of the week that begins on a Monday, `2026-W47` (ISO 8601). */
function nameOf(monday: number): string {
  const year = new Date(monday + 3 * DAY_MS).getUTCFullYear();
  const number = 1 + Math.round((monday - firstMonday(year)) / WEEK_MS);
  return `${year}-W${String(number).padStart(2, '0')}`;
}

/** The week of a zone that contains a time (epoch ms), `2026-W47`. */
export const isoWeekOf = (at: number, zone: Pick<Zone, 'aheadMs'>): string =>
  nameOf(mondayOf(Date.parse(`${dayIn(at, zone)}T00:00:00Z`)));

/** Whether a text names a week. */
export const isWeek = (text: string): boolean => {
  const monday = mondayOfWeek(text);
  return monday !== null && nameOf(monday) === text;
};

function mondayOfWeek(week: string): number | null {
  const [, year, number] = WEEK.exec(week) ?? [];
  return year === undefined || Number(year) < 1000
    ? null
    : firstMonday(Number(year)) + (Number(number) - 1) * WEEK_MS;
}

/**
 * The days of a week, Monday first, `2026-11-20`.
 * @throws RangeError if the text names no week
 */
export function daysOfWeek(week: string): string[] {
  const monday = mondayOfWeek(week);
  if (monday === null) throw new RangeError(`Not a week: ${week}`);
  return Array.from({ length: 7 }, (_, day) =>
    new Date(monday + day * DAY_MS).toISOString().slice(0, 10),
  );
}

/**
 * The week so many after one, or before it where `by` is negative.
 * @throws RangeError if the text names no week
 */
export function weekAfter(week: string, by: number): string {
  const monday = mondayOfWeek(week);
  if (monday === null) throw new RangeError(`Not a week: ${week}`);
  return nameOf(monday + by * WEEK_MS);
}
