import { DAY_MS } from '@quantalgo/contracts/core/time';
import { type NamedZone, parseZone } from '@quantalgo/contracts/core/namedZones';

/** Tried first. Several brokers' clocks follow Athens. */
export const USUAL_ZONES = ['Africa/Lagos', 'UTC', 'Europe/Athens'] as const;

export const OTHER_ZONES = [
  'America/New_York+07:00',
  'Europe/London',
  'Europe/Berlin',
  'Europe/Moscow',
  'Africa/Johannesburg',
  'Africa/Nairobi',
  'Africa/Cairo',
  'Asia/Dubai',
  'Asia/Karachi',
  'Asia/Kolkata',
  'Asia/Dhaka',
  'Asia/Bangkok',
  'Asia/Singapore',
  'Asia/Tokyo',
  'Australia/Sydney',
  'America/New_York',
  'America/Chicago',
  'America/Los_Angeles',
  'America/Sao_Paulo',
] as const;

/** Cached by day, because clocks rarely change and files have thousands of rows. */
const offsetsByDay = new Map<string, Map<number, number>>();

function getDayOffset({ name, offsetAt }: NamedZone, day: number): number {
  const days = offsetsByDay.get(name) ?? new Map<number, number>();
  offsetsByDay.set(name, days);
  const offset = days.get(day) ?? offsetAt(day);
  days.set(day, offset);
  return offset;
}

/**
 * Times (epoch ms) at which a zone's clocks show a local time, encoded as if it were UTC. None if
 * clocks skip it, two if clocks are put back over it.
 */
export function findReadingTimes(zone: NamedZone, reading: number): number[] {
  const day = Math.floor(reading / DAY_MS) * DAY_MS;
  const [before, after] = [getDayOffset(zone, day - DAY_MS), getDayOffset(zone, day + 2 * DAY_MS)];
  if (before === after) return [reading - before];
  return [reading - before, reading - after]
    .filter((time) => zone.offsetAt(time) === reading - time)

    .sort((a, b) => a - b);
}

const zonesByName = new Map<string, NamedZone | null>();

export function findZone(name: string): NamedZone | null {
  const zone = zonesByName.get(name) ?? parseZone(name);
  zonesByName.set(name, zone);
  return zone;
}
