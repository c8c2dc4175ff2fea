import { DAY_MS, MINUTE_MS } from './time';

type OffsetLookup = (time: number) => number;

export interface NamedZone {
  /**
   * As written in the file: `Europe/Athens`, `+03:00`, or `America/New_York+07:00`, common on
   * broker servers.
   */
  readonly name: string;
  readonly offsetAt: OffsetLookup;
}

export const UTC: NamedZone = { name: 'UTC', offsetAt: () => 0 };

const HALF_HOUR_MS = 30 * MINUTE_MS;

/**
 * Cached by half hour, because files have thousands of rows and offsets change only on half hours.
 */
function cacheOffsets(offsetAt: OffsetLookup): OffsetLookup {
  const cache = new Map<number, number>();
  return (time) => {
    const halfHour = Math.floor(time / HALF_HOUR_MS);
    const offset = cache.get(halfHour) ?? offsetAt(halfHour * HALF_HOUR_MS);
    cache.set(halfHour, offset);
    return offset;
  };
}

function createOffsetLookup(name: string): OffsetLookup {
  const clock = new Intl.DateTimeFormat('en-CA', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  // Browsers differ in how they join the parts.
  return (time) => {
    const parts = new Map(
      clock.formatToParts(time).map(({ type, value }) => [type, Number(value)]),
    );
    const get = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? NaN;
    return Date.UTC(get('year'), get('month') - 1, get('day'), get('hour'), get('minute')) - time;
  };
}

const MAX_OFFSET_HOURS = 14;

const ZONE_WITH_OFFSET = /^(.*?)([+-])(\d{1,2})(?::?([0-5]\d))?$/;

const UTC_NAME = /^(?:GMT|UTC|Z)?$/i;

function tryCreateZone(name: string, base: string, shift: number): NamedZone | null {
  try {
    const getOffset = createOffsetLookup(base);
    return { name, offsetAt: cacheOffsets((time) => getOffset(time) + shift) };
  } catch {
    return null;
  }
}

/**
 * Parses an IANA name, an offset (`+03:00`, `GMT+3`) or both (`America/New_York+07:00`). Null if
 * unknown.
 */
export function parseZone(text: string): NamedZone | null {
  const name = text.trim().replaceAll('\u2212', '-');
  if (name === '') return null;
  const [, base = name, sign = '+', hours = '0', minutes = '0'] = ZONE_WITH_OFFSET.exec(name) ?? [];
  if (Number(hours) > MAX_OFFSET_HOURS) return null;
  const offsetMs = (60 * Number(hours) + Number(minutes)) * MINUTE_MS;
  const shift = sign === '-' ? -offsetMs : offsetMs;
  if (UTC_NAME.test(base.trim())) return { name, offsetAt: () => shift };
  return tryCreateZone(name, name, 0) ?? tryCreateZone(name, base.trim(), shift);
}

/**
 * Epoch ms of a zone's local time (given as if in UTC); NaN if the clocks skip it. One that occurs
 * twice is resolved to its first time later than `after`.
 */
export function resolveLocalTime(zone: NamedZone, localTime: number, after = -Infinity): number {
  const offsets = new Set([zone.offsetAt(localTime - DAY_MS), zone.offsetAt(localTime + DAY_MS)]);
  const times = [...offsets]
    .map((offset) => localTime - offset)
    .filter((time) => zone.offsetAt(time) === localTime - time)
    .sort((a, b) => a - b);
  return times.find((time) => time > after) ?? times.at(-1) ?? NaN;
}
