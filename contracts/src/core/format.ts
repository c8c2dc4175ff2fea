import { UTC, WEEKDAYS, type Zone } from './time';

const MONTHS = /* @__PURE__ */ 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** A date whose UTC fields are the zone's clock and calendar. */
const dateIn = (at: number, { aheadMs }: Zone): Date => new Date(at + aheadMs(at));

/** Time of day, `14:05`, without the zone's label. `at` in epoch ms. */
export const timeText = (at: number, zone: Zone): string =>
  dateIn(at, zone).toISOString().slice(11, 16);

/** Time of day with seconds, `14:05:09`, without the zone's label. `at` in epoch ms. */
export const clockText = (at: number, zone: Zone): string =>
  dateIn(at, zone).toISOString().slice(11, 19);

/** Time of day with its zone, `14:05 WAT`. `at` in epoch ms. */
export const zonedTime = (at: number, zone: Zone): string =>
  `${timeText(at, zone)} ${zone.label(at)}`;

/** Time of day with seconds and its zone, `14:05:09 WAT`. `at` in epoch ms. */
export const zonedClock = (at: number, zone: Zone): string =>
  `${clockText(at, zone)} ${zone.label(at)}`;

/** Time within the next week, with its zone, `Sunday 23:00 WAT`. `at` in epoch ms. */
export const weekdayTime = (at: number, zone: Zone): string =>
  `${WEEKDAYS[dateIn(at, zone).getUTCDay()]} ${zonedTime(at, zone)}`;

/** Offset from UTC as text: `UTC`, `UTC+1`, `UTC+5:30`, `UTC−3`. `minutes` is positive east of it. */
export function offsetText(minutes: number): string {
  if (minutes === 0) return 'UTC';
  const hours = Math.floor(Math.abs(minutes) / 60);
  const rest = Math.abs(minutes) % 60;
  const time = rest === 0 ? String(hours) : `${hours}:${String(rest).padStart(2, '0')}`;
  return `UTC${minutes > 0 ? '+' : '−'}${time}`;
}

/** Day and month, `20 Nov`. `at` in epoch ms. */
function monthDay(at: number, zone: Zone): string {
  const day = dateIn(at, zone);
  return `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]}`;
}

/** Calendar day, `20 Nov 2026`. `at` in epoch ms. */
export const dateText = (at: number, zone: Zone): string =>
  `${monthDay(at, zone)} ${dateIn(at, zone).getUTCFullYear()}`;

/**
 * A recent time with its zone, `14:05 WAT`; with its date if that isn't the date of `now`, `19 Nov, 14:05 WAT`. Both in
 * epoch ms.
 */
export function momentText(at: number, now: number, zone: Zone): string {
  const time = zonedTime(at, zone);
  return dateText(at, zone) === dateText(now, zone) ? time : `${monthDay(at, zone)}, ${time}`;
}

/** A time precise enough to be checked elsewhere: `20 Nov 2026, 14:05:09 WAT (13:05 UTC)`. `at` in epoch ms. */
export const exactText = (at: number, zone: Zone): string =>
  `${dateText(at, zone)}, ${zonedClock(at, zone)}${zone.aheadMs(at) === 0 ? '' : ` (${zonedTime(at, UTC)})`}`;

/** With a fixed number of decimals, `94.0`. */
export const decimalText = (value: number, decimals = 1): string => value.toFixed(decimals);

/** With at most this many decimals: `93.8`, and `50` for 50.0. */
export const shortDecimal = (value: number, decimals = 1): string =>
  String(Number(value.toFixed(decimals)));

/** `94.1 %`; a dash for null. */
export const percentText = (percent: number | null): string =>
  percent === null ? '–' : `${decimalText(percent)} %`;

/** A duration (ms) in seconds, `0.2 s`. */
export const secondsText = (ms: number): string => `${decimalText(ms / 1000)} s`;

/** An interval of percentages, `50.9 – 53.9`. */
export const rangeText = ({ low, high }: { readonly low: number; readonly high: number }): string =>
  `${decimalText(low)} – ${decimalText(high)}`;

/**
 * A whole number, `48,213`. Doesn't use `toLocaleString`, whose first call loads the language's data: a noticeable part
 * of the landing page's work on a slow phone.
 */
export const countText = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** Dollars with cents only if there are any, `$1,250` or `$12.50`. */
export function moneyText(dollars: number): string {
  const whole = Math.trunc(dollars);
  return `$${countText(whole)}${whole === dollars ? '' : dollars.toFixed(2).slice(-3)}`;
}
