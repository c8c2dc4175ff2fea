/** Unless `isAbsolute`, `at` is the reading of a local clock, taken as UTC. */
export interface ParsedTime {
  /** Epoch ms. */
  readonly at: number;
  readonly isAbsolute: boolean;
}

export type DayOrder = 'day' | 'month';

const DAY_PATTERN = String.raw`(?:(\d{4})[-./]?(\d\d?)[-./]?(\d\d?)|(\d\d?)[-./](\d\d?)[-./](\d{4}))`;
const HOUR_PATTERN = String.raw`(?:(?:[ T]|, )(\d\d?):?(\d\d)(?::?(\d\d)(?:[.,]?(\d{1,9}))?)?(?: ?([AP])M)?)?`;
const OFFSET_PATTERN = String.raw`(?: ?(GMT|UTC|Z)?(?:([+-])(\d\d?)(?::?(\d\d))?)?)`;
const TIME_PATTERN = new RegExp(`^${DAY_PATTERN}${HOUR_PATTERN}${OFFSET_PATTERN}$`, 'i');

const EPOCH_UNITS_MS = new Map([
  [10, 1000],
  [13, 1],
  [16, 1e-3],
  [19, 1e-6],
]);

function parseEpoch(text: string): ParsedTime | null {
  const [digits = ''] = text.split('.', 1);
  const unit = EPOCH_UNITS_MS.get(digits.length);
  if (unit === undefined || !/^\d+(?:\.\d+)?$/.test(text)) return null;
  return { at: Math.floor(Number(text) * unit), isAbsolute: true };
}

/** Epoch ms; NaN for a day that doesn't exist. */
function toMidnight(year: number, month: number, day: number): number {
  const at = Date.UTC(year, month - 1, day);
  const date = new Date(at);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? at : Number.NaN;
}

function parseHour(text: string, meridiem: string | undefined): number {
  const hour = Number(text);
  if (meridiem === undefined) return hour < 24 ? hour : Number.NaN;
  if (hour < 1 || hour > 12) return Number.NaN;
  return (hour % 12) + (meridiem.toUpperCase() === 'P' ? 12 : 0);
}

/**
 * Accepts the year first (`2026-05-11 00:05:00`, `2026.05.11 00:05`, `20260511 000500`) or last
 * (`11.05.2026 00:05:00.000`, in `order`), with an optional `Z`, `GMT+0300` or offset. Also accepts
 * an epoch in s to ns. A day alone means its midnight.
 */
export function parseTime(text: string, order: DayOrder = 'day'): ParsedTime | null {
  const match = TIME_PATTERN.exec(text);
  if (!match) return parseEpoch(text);
  const [, year, month = '', day = '', first = '', second = '', lastYear = ''] = match;
  const [hour = '0', minute = '0', secondOfMinute = '0', fraction = '0', meridiem] = match.slice(
    7,
    12,
  );
  const [utcMark, sign, offsetHours = '0', offsetMinutes = '0'] = match.slice(12);
  const [d, m] = order === 'day' ? [first, second] : [second, first];
  const start =
    year === undefined
      ? toMidnight(Number(lastYear), Number(m), Number(d))
      : toMidnight(Number(year), Number(month), Number(day));
  const seconds = 60 * (60 * parseHour(hour, meridiem) + Number(minute)) + Number(secondOfMinute);
  if (Number(minute) > 59 || Number(secondOfMinute) > 59) return null;
  const offsetMs = 60_000 * (60 * Number(offsetHours) + Number(offsetMinutes));
  const reading = start + 1000 * seconds + Math.floor(1000 * Number(`0.${fraction}`));
  const at = sign === '-' ? reading + offsetMs : reading - offsetMs;
  if (Number.isNaN(at)) return null;
  return { at, isAbsolute: utcMark !== undefined || sign !== undefined };
}

const YEAR_LAST = /^(\d\d?)([-./])(\d\d?)\2\d{4}/;

export function findDayOrder(texts: readonly string[]): DayOrder | null {
  const days = texts.flatMap((text) => {
    const [, first, separator, second] = YEAR_LAST.exec(text) ?? [];
    return first === undefined ? [] : [{ first: Number(first), second: Number(second), separator }];
  });
  if (days.some(({ first }) => first > 12)) return 'day';
  if (days.some(({ second }) => second > 12)) return 'month';
  if (days.every(({ separator }) => separator === '.')) return 'day';
  const firstCount = new Set(days.map(({ first }) => first)).size;
  const secondCount = new Set(days.map(({ second }) => second)).size;
  // Rows are consecutive, so the part that changes more often is the day.
  if (firstCount === secondCount) return null;
  return firstCount > secondCount ? 'day' : 'month';
}
