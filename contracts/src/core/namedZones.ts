import { DAY_MS, MINUTE_MS } from './time';

type OffsetAt = (time: number) => number;

export interface NamedZone {
  /**
   * As the file names it: `Europe/Athens`, `+03:00`, or `America/New_York+07:00`, a broker's usual
   * clock.
   */
  readonly name: string;
  readonly offsetAt: OffsetAt;
}

export const UTC: NamedZone = { name: 'UTC', offsetAt: () => 0 };

const HALF_HOUR_MS = 30 * MINUTE_MS;

/**
 * Cached by half hour, because files have thousands of rows and offsets change only on half hours.
 */
function cacheOffsets(offsetAt: OffsetAt): OffsetAt {
  const cache = new Map<number, number>();
  return (time) => {
    const half = Math.floor(time / HALF_HOUR_MS);
    const offset = cache.get(half) ?? offsetAt(half * HALF_HOUR_MS);
    cache.set(half, offset);
    return offset;
  };
}

function createOffsetLookup(name: string): OffsetAt {
  const clock = new Intl.DateTimeFormat('en-CA', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  return (time) => {
    const [date = '', hour = ''] = clock.format(time).split(', ');
    return Date.parse(`${date}T${hour}:00Z`) - time;
  };
}

const MAX_OFFSET_HOURS = 14;

const SHIFTED = /^(.*?)([+-])(\d{1,2})(?::?([0-5]\d))?$/;

const ZERO = /^(?:GMT|UTC|Z)?$/i;

function findNamedZone(name: string, base: string, shift: number): NamedZone | null {
  try {
    const getOffset = createOffsetLookup(base);
    return { name, offsetAt: cacheOffsets((time) => getOffset(time) + shift) };
  } catch {
    return null;
  }
}

/**
 * By database name, offset (`+03:00`, `GMT+3`), or both (`America/New_York+07:00`). Null if
 * unknown.
 */
export function parseZone(text: string): NamedZone | null {
  const name = text.trim().replaceAll('\u2212', '-');
  if (name === '') return null;
  const [, base = name, sign = '+', hours = '0', minutes = '0'] = SHIFTED.exec(name) ?? [];
  if (Number(hours) > MAX_OFFSET_HOURS) return null;
  const size = (60 * Number(hours) + Number(minutes)) * MINUTE_MS;
  const shift = sign === '-' ? -size : size;
  if (ZERO.test(base.trim())) return { name, offsetAt: () => shift };
  return findNamedZone(name, name, 0) ?? findNamedZone(name, base.trim(), shift);
}

/**
 * Epoch ms of a zone's clock reading (given as if in UTC); NaN if the clocks skip it. A reading
 * that occurs twice is resolved to its first time later than `after`.
 */
export function resolveReading(zone: NamedZone, reading: number, after = -Infinity): number {
  const offsets = new Set([zone.offsetAt(reading - DAY_MS), zone.offsetAt(reading + DAY_MS)]);
  const times = [...offsets]
    .map((offset) => reading - offset)
    .filter((time) => zone.offsetAt(time) === reading - time)
    .sort((a, b) => a - b);
  return times.find((time) => time > after) ?? times.at(-1) ?? NaN;
}
