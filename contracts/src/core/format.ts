import { UTC, WEEKDAYS, type Zone } from './time';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const toZonedDate = (at: number, { utcOffsetMs }: Zone): Date => new Date(at + utcOffsetMs(at));

/** `14:05`, from epoch ms. */
export const formatTime = (at: number, zone: Zone): string =>
  toZonedDate(at, zone).toISOString().slice(11, 16);

/** `14:05:09`, from epoch ms. */
export const formatClock = (at: number, zone: Zone): string =>
  toZonedDate(at, zone).toISOString().slice(11, 19);

export const formatZonedTime = (at: number, zone: Zone): string =>
  `${formatTime(at, zone)} ${zone.label(at)}`;

export const formatZonedClock = (at: number, zone: Zone): string =>
  `${formatClock(at, zone)} ${zone.label(at)}`;

/** `Sunday 23:00 WAT`, from epoch ms within the next week. */
export const formatWeekdayTime = (at: number, zone: Zone): string =>
  `${WEEKDAYS[toZonedDate(at, zone).getUTCDay()]} ${formatZonedTime(at, zone)}`;

/** `UTC`, `UTC+1`, `UTC+5:30`, `UTC−3`. `minutes` is positive east. */
export function formatOffset(minutes: number): string {
  if (minutes === 0) return 'UTC';
  const hours = Math.floor(Math.abs(minutes) / 60);
  const remainder = Math.abs(minutes) % 60;
  const time = remainder === 0 ? String(hours) : `${hours}:${String(remainder).padStart(2, '0')}`;
  return `UTC${minutes > 0 ? '+' : '−'}${time}`;
}

function formatMonthDay(at: number, zone: Zone): string {
  const day = toZonedDate(at, zone);
  return `${day.getUTCDate()} ${MONTHS[day.getUTCMonth()]}`;
}

export const formatDate = (at: number, zone: Zone): string =>
  `${formatMonthDay(at, zone)} ${toZonedDate(at, zone).getUTCFullYear()}`;

/** `14:05 WAT`, or `19 Nov, 14:05 WAT` if `now` is on another day. Both times in epoch ms. */
export function formatMoment(at: number, now: number, zone: Zone): string {
  const time = formatZonedTime(at, zone);
  return formatDate(at, zone) === formatDate(now, zone)
    ? time
    : `${formatMonthDay(at, zone)}, ${time}`;
}

/** `20 Nov 2026, 14:05:09 WAT (13:05 UTC)`, from epoch ms. */
export const formatExactTime = (at: number, zone: Zone): string =>
  `${formatDate(at, zone)}, ${formatZonedClock(at, zone)}${zone.utcOffsetMs(at) === 0 ? '' : ` (${formatZonedTime(at, UTC)})`}`;

export const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const lowercaseFirst = (text: string): string =>
  text.charAt(0).toLowerCase() + text.slice(1);

export const formatDecimal = (value: number, decimals = 1): string => value.toFixed(decimals);

export const formatShortDecimal = (value: number, decimals = 1): string =>
  String(Number(value.toFixed(decimals)));

export const formatPercent = (percent: number | null): string =>
  percent === null ? '–' : `${formatDecimal(percent)}%`;

export const formatSeconds = (ms: number): string => `${formatDecimal(ms / 1000)} s`;

export const formatInterval = ({
  low,
  high,
}: {
  readonly low: number;
  readonly high: number;
}): string => `${formatDecimal(low)} – ${formatDecimal(high)}`;

/**
 * `48,213`. Avoids `toLocaleString`, whose first call loads locale data and slows the landing page
 * on slow phones.
 */
export const formatCount = (count: number): string =>
  String(count).replace(/\B(?=(\d{3})+$)/g, ',');

/** `$1,234` or `−$0.50`, rounded to cents. */
export function formatMoney(dollars: number): string {
  const cents = Math.round(Math.abs(dollars) * 100);
  const sign = dollars < 0 && cents > 0 ? '−' : '';
  const fraction = cents % 100 === 0 ? '' : (cents / 100).toFixed(2).slice(-3);
  return `${sign}$${formatCount(Math.trunc(cents / 100))}${fraction}`;
}
