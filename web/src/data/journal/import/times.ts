import { toAsciiDigits } from '@quantalgo/contracts/core/digits';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quantalgo/contracts/core/time';
import { stripAccents } from './columnNames';

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

/** Lower case, without accents and other marks. */
const foldText = (text: string): string =>
  stripAccents(text)
    .replace(/\p{Cf}/gu, '')
    .toLowerCase();

/** In English, German, French, Spanish, Portuguese, Italian, Russian, Turkish and Indonesian. */
const MONTH_NAMES = [
  'january januar jänner janvier enero janeiro gennaio январь января ocak januari',
  'february februar février febrero fevereiro febbraio февраль февраля şubat februari pebruari',
  'march märz mars marzo março март марта mart maret',
  'april avril abril aprile апрель апреля nisan',
  'may mai mayo maio maggio май мая mayıs mei',
  'june juni juin junio junho giugno июнь июня haziran',
  'july juli juillet julio julho luglio июль июля temmuz',
  'august août agosto август августа ağustos agustus agt',
  'september septembre septiembre setiembre setembro settembre сентябрь сентября eylül',
  'october oktober octobre octubre outubro ottobre октябрь октября ekim',
  'november novembre noviembre novembro ноябрь ноября kasım nopember',
  'december dezember décembre diciembre dezembro dicembre декабрь декабря aralık desember',
].map(foldText);

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
  read: (parts: readonly string[]) => WrittenDay | null,
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
    /^(\d{1,2})(?:st|nd|rd|th|er|o)?[ ./-]{0,2}(?:de )?(\p{L}{3,})[ .,/-]{0,3}(?:del? )?(\d{4}|\d{2})(?: ?г\.?)?$/u,
    ([, day = '', month = '', year = '']) => toNamedDay(year, month, day),
  ],
  [
    /^(\p{L}{3,})\.? ?(\d{1,2})(?:st|nd|rd|th)?,? ?(\d{4})$/u,
    ([, month = '', day = '', year = '']) => toNamedDay(year, month, day),
  ],
  [
    /^(\d{4})[ -](\p{L}{3,})\.?[ -](\d{1,2})$/u,
    ([, year = '', month = '', day = '']) => toNamedDay(year, month, day),
  ],
];

/** Accepts an abbreviation that could be of only one month. */
function toNamedDay(year: string, name: string, day: string): WrittenDay | null {
  const months = MONTH_NAMES.flatMap((names, index) =>
    ` ${names}`.includes(` ${name}`) ? [index + 1] : [],
  );
  const [month, otherMonth] = months;
  return month === undefined || otherMonth !== undefined ? null : toDay(year, String(month), day);
}

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

const HALF_OF_DAY = '(?: ?([ap])\\.? ?m\\.?)?$';

/** `14:10:03.250`, `14h10`, `14 h 10 min 03 s`. */
const CLOCK_FORM = new RegExp(
  `^(\\d{1,2})(?::| ?h ?)(\\d{2})(?:(?::| ?m(?:in)? ?)(\\d{2})(?: ?s)?(?:[.,](\\d{1,9}))?)?${HALF_OF_DAY}`,
);

/** `14.10.03` would be a day, and `14.10` a number, if it didn't follow a day. */
const DOTTED_CLOCK_FORM = new RegExp(
  `^(\\d{1,2})\\.(\\d{2})(?:\\.(\\d{2})(?:[.,](\\d{1,9}))?)?${HALF_OF_DAY}`,
);

function readClock(text: string, isAfterDay: boolean): number | null {
  const parts =
    CLOCK_FORM.exec(text) ??
    /^(\d{2})(\d{2})(\d{2})$/.exec(text) ??
    (isAfterDay ? DOTTED_CLOCK_FORM.exec(text) : null);
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
  foldText(toAsciiDigits(text))
    .replace(/[\u2010-\u2015\u2212]/gu, '-')
    .replaceAll('\u060C', ',')
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(/^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?,? (?=.)/, '')
    .replace(/(?<=\bgmt[+-]\d{4}) \([^()]*\)$/, '')
    .replace(/(?<=:\d{2} ?)ص(?:باحا)?(?!\p{L})/u, 'am')
    .replace(/(?<=:\d{2} ?)م(?:ساء)?(?!\p{L})/u, 'pm')
    .replace(/(?<=[:.]\d{2}) ?(?:uhr|hs?|hrs)(?![\p{L}\d])/u, '');

const EMPTY_TIME = { day: null, clock: null, offsetMs: null, at: null } as const;

const EPOCH_SECONDS = { least: 1e9, most: 4.1e9 };

/** Serial dates of spreadsheets (days since 1900): the Unix epoch, and the range 2000–2099. */
const SERIAL_DAYS = { first: 25_569, least: 36_526, most: 73_050 };

function readTimestamp(text: string): ParsedTime | null {
  // A leading zero makes it a clock, such as 043000.
  if (!/^[1-9]\d*(?:\.\d+)?$/.test(text)) return null;
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

/** A comma or word between a day and a clock. */
const DAY_END = ',? (?:(?:at|um|as?|a las|alle(?: ore)?|ore|в|pukul|saat) )?';

const DAY_FIRST = new RegExp(`^(.+?)(?:${DAY_END}|t|, ?)(\\d{1,2}(?::| ?h).+|\\d{6})$`);

const DAY_BEFORE_DOTTED = new RegExp(`^(.+?)${DAY_END}(\\d{1,2}\\.\\d{2}(?!\\d).*)$`);

const CLOCK_FIRST = /^(\d{1,2}:\d{2}\S*(?: ?[ap]\.? ?m\.?)?),? (?:on )?(.+)$/;

type DayAndClock = Pick<ParsedTime, 'day' | 'clock'>;

function readDayAndClock(text: string): DayAndClock | null {
  const day = readDay(text);
  if (day) return { day, clock: null };
  const clock = readClock(text, false);
  if (clock !== null) return { day: null, clock };
  const [, firstDay = '', laterClock = ''] =
    DAY_FIRST.exec(text) ?? DAY_BEFORE_DOTTED.exec(text) ?? [];
  const [, firstClock = '', laterDay = ''] = CLOCK_FIRST.exec(text) ?? [];
  for (const dayAndClock of [
    { day: readDay(firstDay), clock: readClock(laterClock, true) },
    { day: readDay(laterDay), clock: readClock(firstClock, false) },
  ])
    if (dayAndClock.day && dayAndClock.clock !== null) return dayAndClock;
  const [, date = '', time = ''] = /^(\d{8})(\d{4}(?:\d{2})?)$/.exec(text) ?? [];
  const digits = { day: readDay(date), clock: readClock(time.padEnd(6, '0'), false) };
  return digits.day && digits.clock !== null ? digits : null;
}

/** @param options `isAfterDay`: true for a clock in a column of its own, whose day is in another */
export function readTime(text: string, { isAfterDay = false } = {}): ParsedTime | null {
  const plain = toPlainText(text);
  const count = readTimestamp(plain);
  if (count) return count;
  const zone = isClockLike(plain) ? parseTrailingZone(plain) : null;
  for (const { rest, offsetMs } of [zone, { rest: plain, offsetMs: null }].flatMap(
    (candidate) => candidate ?? [],
  )) {
    const written = rest.trim();
    const clock = isAfterDay ? readClock(written, true) : null;
    const parts = clock === null ? readDayAndClock(written) : { day: null, clock };
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

/** Encoded as if it were UTC. Null for a day that doesn't exist. */
function toMidnight(
  { year, first, second, isAmbiguous }: WrittenDay,
  order: DayOrder | null,
): number | 'ambiguous' | null {
  const isDayFirst = isAmbiguous && (first > 12 || (second <= 12 && order === 'dmy'));
  if (isAmbiguous && order === null && first <= 12 && second <= 12 && first !== second)
    return 'ambiguous';
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
  if (midnight === 'ambiguous') return { kind: 'undecided' };
  const reading = midnight + clock;
  return offsetMs === null
    ? { kind: 'reading', reading }
    : { kind: 'moment', at: reading - offsetMs };
}
