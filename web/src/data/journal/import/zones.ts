import { DAY_MS } from '@quantalgo/contracts/core/time';
import { type Zone, zoneOf } from '@quantalgo/contracts/core/namedZones';

/** Zones of members and brokers, the usual ones first: several brokers' clocks follow Athens. */
export const USUAL_ZONES = ['Africa/Lagos', 'UTC', 'Europe/Athens'] as const;

/** Others that are tried; a zone that fits by chance must not win, so they need clearly more rows. */
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

/** Offsets at the borders of days: clocks change once in months, and files have thousands of rows. */
const offsetsByDay = new Map<string, Map<number, number>>();

function offsetOn({ name, offsetAt }: Zone, day: number): number {
  const days = offsetsByDay.get(name) ?? new Map<number, number>();
  offsetsByDay.set(name, days);
  const offset = days.get(day) ?? offsetAt(day);
  days.set(day, offset);
  return offset;
}

/**
 * The times (epoch ms) at which a zone's clocks show a reading, given as if it were UTC: none where they are put forward
 * over it, two where they are put back.
 */
export function timesOf(zone: Zone, reading: number): number[] {
  const day = Math.floor(reading / DAY_MS) * DAY_MS;
  const [before, after] = [offsetOn(zone, day - DAY_MS), offsetOn(zone, day + 2 * DAY_MS)];
  if (before === after) return [reading - before];
  return [reading - before, reading - after]
    .filter((time) => zone.offsetAt(time) === reading - time)

    .sort((one, other) => one - other);
}

const zones = new Map<string, Zone | null>();

/** A zone by its name; null where this device knows none of that name. */
export function findZone(name: string): Zone | null {
  const zone = zones.get(name) ?? zoneOf(name);
  zones.set(name, zone);
  return zone;
}
