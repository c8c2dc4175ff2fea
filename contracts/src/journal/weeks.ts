import { DAY_MS, formatIsoDay, WEEK_MS, type Zone } from '../core/time';

const WEEK_PATTERN = /^(\d{4})-W(\d{2})$/;

const toMonday = (day: number): number => day - ((new Date(day).getUTCDay() + 6) % 7) * DAY_MS;

const findFirstMonday = (year: number): number => toMonday(Date.UTC(year, 0, 4));

function formatWeek(monday: number): string {
  const year = new Date(monday + 3 * DAY_MS).getUTCFullYear();
  const number = 1 + Math.round((monday - findFirstMonday(year)) / WEEK_MS);
  return `${year}-W${String(number).padStart(2, '0')}`;
}

export const formatIsoWeek = (at: number, zone: Pick<Zone, 'utcOffsetMs'>): string =>
  formatWeek(toMonday(Date.parse(`${formatIsoDay(at, zone)}T00:00:00Z`)));

export const isWeek = (text: string): boolean => {
  const monday = parseWeek(text);
  return monday !== null && formatWeek(monday) === text;
};

function parseWeek(week: string): number | null {
  const [, year, number] = WEEK_PATTERN.exec(week) ?? [];
  return year === undefined || Number(year) < 1000
    ? null
    : findFirstMonday(Number(year)) + (Number(number) - 1) * WEEK_MS;
}

/**
 * Days such as `2026-11-20`, Monday first.
 * @throws RangeError if the text isn't a week
 */
export function listWeekDays(week: string): string[] {
  const monday = parseWeek(week);
  if (monday === null) throw new RangeError(`Not a week: ${week}`);
  return Array.from({ length: 7 }, (_, day) =>
    new Date(monday + day * DAY_MS).toISOString().slice(0, 10),
  );
}

export function addWeeks(week: string, count: number): string {
  const monday = parseWeek(week);
  if (monday === null) throw new RangeError(`Not a week: ${week}`);
  return formatWeek(monday + count * WEEK_MS);
}
