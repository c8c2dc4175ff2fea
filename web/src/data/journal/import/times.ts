import { toAsciiDigits } from '@quantalgo/contracts/core/digits';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quantalgo/contracts/core/time';

const SECOND_MS = 1000;

export type DayOrder = 'dmy' | 'mdy';

/** `isAmbiguous`: the order of day and month (`first`, `second`) is unknown. */
interface WrittenDay {
  readonly year: number;
  readonly first: number;
  readonly second: number;
  readonly isAmbiguous: boolean;
}

export interface ParsedTime {
  readonly day: WrittenDay | null;
  /** Ms since midnight. */
  readonly clock: number | null;
  /** The zone's offset from UTC (ms), if the cell contains a zone. */
  readonly offsetMs: number | null;
  /** Epoch ms, if the cell is a Unix timestamp. */
  readonly at: number | null;
}

/** `reading`: a clock's local time, encoded as if it were UTC, because the zone isn't known yet. */
export type Time =
  | { readonly kind: 'moment'; readonly at: number }
  | { readonly kind: 'reading'; readonly reading: number }
  | { readonly kind: 'undecided' }
  | { readonly kind: 'unreadable' };

/**
 * How the names of each month begin, without accents: in English, German, French, Spanish, Italian,
 * Portuguese, Turkish, Indonesian and Russian.
 */
const MONTHS = [
  'jan ene gen oca янв',
  'feb fev sub фев',
  'mar мар',
  'apr avr abr nis апр',
  'may mai mag mei маи мая',
  'jun juin giu haz июн',
  'jul juil lug tem июл',
  'aug aou ago agu agt авг',
  'sep set eyl сен',
  'oct okt out ott eki окт',
  'nov kas ноя',
  'dec dez dic des ara дек',
].map((names) => names.split(' '));

const MONTH_NAME = String.raw`(${MONTHS.flat().join('|')})\p{L}{0,8}\.?`;

/**
 * Hours ahead of UTC. Null for names of several zones, such as IST in India, Israel and Ireland, so
 * that the member chooses.
 */
const NAMED_ZONES: Readonly<Record<string, number | null>> = {
  z: 0,
  utc: 0,
  gmt: 0,
  wet: 0,
  wat: 1,
  west: 1,
  cet: 1,
  mez: 1,
  cat: 2,
  sast: 2,
  eet: 2,
  cest: 2,
  mesz: 2,
  eat: 3,
  eest: 3,
  msk: 3,
  мск: 3,
  trt: 3,
  gst: 4,
  pkt: 5,
  npt: 5.75,
  ict: 7,
  wib: 7,
  wita: 8,
  sgt: 8,
  myt: 8,
  hkt: 8,
  awst: 8,
  wit: 9,
  jst: 9,
  kst: 9,
  acst: 9.5,
  aest: 10,
  aedt: 11,
  nzst: 12,
  nzdt: 13,
  brt: -3,
  edt: -4,
  est: -5,
  pdt: -7,
  ast: null,
  bdt: null,
  bst: null,
  cdt: null,
  cst: null,
  ist: null,
  mst: null,
  pst: null,
};

const DAY_FORMS: readonly (readonly [
  form: RegExp,
  read: (parts: readonly string[]) => WrittenDay,
])[] = [
  [
    /^(\d{4})([-./])(\d{1,2})\2(\d{1,2})$/,
    ([, year = '', , month = '', day = '']) => toDay(year, month, day),
  ],
  [
    /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})$/,
    ([, day = '', month = '', year = '']) => toDay(year, month, day),
  ],
  [
    /^(\d{1,2})([-/])(\d{1,2})\2(\d{4}|\d{2})$/,
    ([, first = '', , second = '', year = '']) => ({
      ...toDay(year, first, second),
      isAmbiguous: true,
    }),
  ],
  [/^(\d{4})(\d{2})(\d{2})$/, ([, year = '', month = '', day = '']) => toDay(year, month, day)],
  [
    new RegExp(
      String.raw`^(\d{1,2})(?:st|nd|rd|th|er|\.)?[ -]?(?:de )?${MONTH_NAME},?[ -]?(?:de )?(\d{4}|\d{2})$`,
      'u',
    ),
    ([, day = '', month = '', year = '']) => toDay(year, toMonthNumber(month), day),
  ],
  [
    new RegExp(String.raw`^${MONTH_NAME} ?(\d{1,2})(?:st|nd|rd|th)?,? ?(\d{4})$`, 'u'),
    ([, month = '', day = '', year = '']) => toDay(year, toMonthNumber(month), day),
  ],
  [
    new RegExp(String.raw`^(\d{4})[ -]${MONTH_NAME}[ -](\d{1,2})$`, 'u'),
    ([, year = '', month = '', day = '']) => toDay(year, toMonthNumber(month), day),
  ],
];

const toMonthNumber = (name: string): string =>
  String(MONTHS.findIndex((names) => names.includes(name)) + 1);

const toDay = (year: string, month: string, day: string): WrittenDay => ({
  year: Number(year) + (year.length === 2 ? 2000 : 0),
  first: Number(month),
  second: Number(day),
  isAmbiguous: false,
});

function readDay(text: string): WrittenDay | null {
  for (const [form, parse] of DAY_FORMS) {
    const parts = form.exec(text);
    if (parts) return parse(parts);
  }
  return null;
}

const CLOCK_FORM = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(?: ?([ap])\.? ?m\.?)?$/;

/** `14h10` and, after a day, `14.10.03`. */
const LOCAL_CLOCK_FORM = /^(\d{1,2})[.h](\d{2})(?:[.m](\d{2})s?)?$/;

const toColons = (text: string): string => {
  const [, hours, minutes, seconds = '00'] = LOCAL_CLOCK_FORM.exec(text) ?? [];
  return hours === undefined ? text : `${hours}:${minutes}:${seconds}`;
};

function readClock(text: string): number | null {
  const parts = CLOCK_FORM.exec(text) ?? /^(\d{2})(\d{2})(\d{2})$/.exec(text);
  if (!parts) return null;
  const [, hours = '', minutes = '', seconds = '0', fraction = '', half] = parts;
  const hour = Number(hours);
  if (half !== undefined && (hour < 1 || hour > 12)) return null;
  const hourOfDay = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0);
  if (hourOfDay > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null;
  const millis = Math.floor(Number(`0.${fraction === '' ? '0' : fraction}`) * SECOND_MS);
  return hourOfDay * HOUR_MS + Number(minutes) * MINUTE_MS + Number(seconds) * SECOND_MS + millis;
}

const ZONE_NAMES = Object.keys(NAMED_ZONES)
  .sort((a, b) => b.length - a.length)
  .join('|');

/**
 * `Z`, `GMT`, `_utc`, `UTC+2`, `+02:00`, with or without parentheses. A sign counts only after a
 * time, because the `-2026` in a date isn't a zone.
 */
const ZONE_SUFFIX = new RegExp(
  `[ _(\\[]*(?:(?<!\\p{L})(${ZONE_NAMES}))? ?(?:([+-])(\\d{1,2})(?::?(\\d{2}))?)?[)\\]]?$`,
  'u',
);

/** `offsetMs`: ms ahead of UTC; null if its name is ambiguous. Null if the text has no zone. */
export function parseTrailingZone(
  text: string,
): { readonly rest: string; readonly offsetMs: number | null } | null {
  const match = ZONE_SUFFIX.exec(text);
  const [whole = '', name, sign, hours = '0', minutes = '0'] = match ?? [];
  if (!match || (name === undefined && sign === undefined)) return null;
  const size = Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS;
  if (size > 14 * HOUR_MS) return null;
  const rest = text.slice(0, -whole.length);
  const base = NAMED_ZONES[name ?? 'utc'] ?? null;
  if (base === null && sign === undefined) return { rest, offsetMs: null };
  return { rest, offsetMs: (base ?? 0) * HOUR_MS + (sign === '-' ? -size : size) };
}

const toPlainText = (text: string): string =>
  toAsciiDigits(text)
    .normalize('NFKD')
    .replace(/[\p{Cf}\p{M}]/gu, '')
    .replace(/[\u2010-\u2015\u2212]/gu, '-')
    .replace(/\s+/gu, ' ')
    .trim()
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replace(/ ?([صم])$/u, (_, half) => (half === 'ص' ? ' am' : ' pm'))
    .replace(/ uhr$/, '')
    .replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? (?=.)/, '')
    .replace(/(?<=\bgmt[+-]\d{4}) \([^()]*\)$/, '');

const EMPTY_TIME = { day: null, clock: null, offsetMs: null, at: null } as const;

const EPOCH_SECONDS = { least: 1e9, most: 4.1e9 };

/** Serial dates of spreadsheets (days since 1900): the Unix epoch, and the range 2000–2099. */
const SERIAL_DAYS = { first: 25_569, least: 36_526, most: 73_050 };

function readTimestamp(text: string): ParsedTime | null {
  if (!/^\d+(?:\.\d+)?$/.test(text)) return null;
  const count = Number(text);
  for (const perSecond of [1, 1e3, 1e6]) {
    const seconds = count / perSecond;
    if (seconds >= EPOCH_SECONDS.least && seconds < EPOCH_SECONDS.most)
      return { ...EMPTY_TIME, at: Math.round(seconds * SECOND_MS) };
  }
  if (count < SERIAL_DAYS.least || count >= SERIAL_DAYS.most) return null;
  const reading = Math.round((count - SERIAL_DAYS.first) * (DAY_MS / SECOND_MS)) * SECOND_MS;
  const [year = '', month = '', day = ''] = new Date(reading).toISOString().slice(0, 10).split('-');
  return {
    ...EMPTY_TIME,
    day: toDay(year, month, day),
    clock: Number.isInteger(count) ? null : reading % DAY_MS,
  };
}

const isClockLike = (text: string): boolean => /\d ?[:.h] ?\d{2}/.test(text) || /\d{6}$/.test(text);

function readDayAndClock(text: string): Pick<ParsedTime, 'day' | 'clock'> | null {
  const day = readDay(text);
  if (day) return { day, clock: null };
  const clock = readClock(text.includes('h') ? toColons(text) : text);
  if (clock !== null) return { day: null, clock };
  const dayFirst = /^(.+?)(?:,? (?:(?:at|um|as?) )?|t|, ?)(\d{1,2}(?:[:h]|\.\d{2}).*|\d{6})$/.exec(
    text,
  );
  const clockFirst = /^(\d{1,2}:\d{2}\S*(?: ?[ap]\.? ?m\.?)?),? (?:on )?(.+)$/.exec(text);
  for (const [before = '', after = ''] of [
    [dayFirst?.[1], dayFirst?.[2]],
    [clockFirst?.[2], clockFirst?.[1]],
  ]) {
    const dayAndClock = { day: readDay(before), clock: readClock(toColons(after)) };
    if (dayAndClock.day && dayAndClock.clock !== null) return dayAndClock;
  }
  const [, date = '', time = ''] = /^(\d{8})(\d{4}(?:\d{2})?)$/.exec(text) ?? [];
  const clockOfDigits = readClock(time.length === 4 ? `${time}00` : time);
  const digits = { day: readDay(date), clock: clockOfDigits };
  return digits.day && digits.clock !== null ? digits : null;
}

export function readTime(text: string): ParsedTime | null {
  const plain = toPlainText(text);
  const count = readTimestamp(plain);
  if (count) return count;
  const zone = isClockLike(plain) ? parseTrailingZone(plain) : null;
  for (const { rest, offsetMs } of [zone, { rest: plain, offsetMs: null }].flatMap(
    (candidate) => candidate ?? [],
  )) {
    const parts = readDayAndClock(rest.trim());
    if (parts) return { ...EMPTY_TIME, ...parts, offsetMs: parts.clock === null ? null : offsetMs };
  }
  return null;
}

export const joinTime = (day: ParsedTime | null, clock: ParsedTime | null): ParsedTime | null => {
  if (day?.at !== null && day?.at !== undefined) return day;
  if (!day?.day || (day.clock !== null && !clock)) return day;
  return { ...day, clock: clock?.clock ?? day.clock, offsetMs: clock?.offsetMs ?? day.offsetMs };
};

export function findDayOrder(times: Iterable<ParsedTime | null>): DayOrder | 'ambiguous' | null {
  const orders = new Set<DayOrder>();
  let isNeeded = false;
  for (const time of times) {
    if (!time?.day?.isAmbiguous) continue;
    const { first, second } = time.day;
    if (first > 12) orders.add('dmy');
    else if (second > 12) orders.add('mdy');
    else if (first !== second) isNeeded = true;
  }
  if (!isNeeded) return null;
  const [order, other] = orders;
  return order === undefined || other !== undefined ? 'ambiguous' : order;
}

/** Encoded as if it were UTC. Null for a day that doesn't exist, NaN for an ambiguous one. */
function toMidnight(
  { year, first, second, isAmbiguous }: WrittenDay,
  order: DayOrder | null,
): number | null {
  const isDayFirst = isAmbiguous && (first > 12 || (second <= 12 && order === 'dmy'));
  if (isAmbiguous && order === null && first <= 12 && second <= 12 && first !== second) return NaN;
  const [month, day] = isDayFirst ? [second, first] : [first, second];
  const midnight = Date.UTC(year, month - 1, day);
  const date = new Date(midnight);
  const isDay = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return isDay && year >= 2000 && year < 2100 ? midnight : null;
}

export function toTime(written: ParsedTime | null, order: DayOrder | null): Time {
  if (!written) return { kind: 'unreadable' };
  if (written.at !== null) return { kind: 'moment', at: written.at };
  const { day, clock, offsetMs } = written;
  const midnight = day && toMidnight(day, order);
  if (midnight === null || clock === null) return { kind: 'unreadable' };
  if (Number.isNaN(midnight)) return { kind: 'undecided' };
  const reading = midnight + clock;
  return offsetMs === null
    ? { kind: 'reading', reading }
    : { kind: 'moment', at: reading - offsetMs };
}
