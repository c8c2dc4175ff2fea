import { type Access, getAudiences, isLocked } from '@quantalgo/contracts/access/access';
import type { Notifications, ZoneChoice } from '@quantalgo/contracts/settings/settings';
import { formatOffset } from '@quantalgo/contracts/core/format';
import { MINUTE_MS, UTC, WAT, type Zone } from '@quantalgo/contracts/core/time';
import {
  PUSH_EVENTS,
  type PushEvent,
  type PushPreferences,
  UNLIMITED_PER_DAY,
} from '@quantalgo/contracts/push/push';
import type { Signal } from '@quantalgo/contracts/signals/signal';

const MINUTES_PER_DAY = 24 * 60;

export interface DeviceState {
  readonly preferences: PushPreferences;
  readonly pausedUntil: number | null;
  /** The member stopped trading until then, epoch ms. Null if they didn't. */
  readonly stoppedUntil: number | null;
  readonly zone: string;
  readonly today: { readonly day: string; readonly sent: number };
}

export type SignalScope = 'none' | 'basic' | 'all';

export function getSignalScope(
  record: Access & { readonly notifications: Notifications },
): SignalScope {
  const audiences = getAudiences(record);
  if (!record.notifications.signals || audiences.length === 0) return 'none';
  return audiences.includes('order-flow') ? 'all' : 'basic';
}

export type NewsScope = 'none' | 'guests' | 'members';

export function getNewsScope(
  record: Access & { readonly notifications: Notifications },
): NewsScope {
  if (!record.notifications.marketing) return 'none';
  return isLocked(record) ? 'guests' : 'members';
}

function getQuietMinutes({ quiet }: PushPreferences, minute: number): number {
  if (!quiet || quiet.from === quiet.to) return 0;
  const { from, to } = quiet;
  const isQuiet = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  return isQuiet ? (to - minute + MINUTES_PER_DAY) % MINUTES_PER_DAY : 0;
}

export const isPushPaused = (
  { pausedUntil, stoppedUntil }: Pick<DeviceState, 'pausedUntil' | 'stoppedUntil'>,
  now: number,
): boolean => Math.max(pausedUntil ?? 0, stoppedUntil ?? 0) > now;

const countSent = ({ today }: DeviceState, day: string): number =>
  today.day === day ? today.sent : 0;

/**
 * Epoch ms until which a pause, a stop, quiet hours or the daily limit holds signals back. 0 if
 * none applies.
 */
export function getRestEnd(device: DeviceState, now: number): number {
  const { preferences, pausedUntil, stoppedUntil, zone } = device;
  const { day, minute } = toLocalTime(zone, now);
  const addMinutes = (minutes: number) => (Math.floor(now / MINUTE_MS) + minutes) * MINUTE_MS;
  const quietMinutes = getQuietMinutes(preferences, minute);
  const isLimitReached =
    preferences.perDay < UNLIMITED_PER_DAY && countSent(device, day) >= preferences.perDay;
  return Math.max(
    ...[pausedUntil ?? 0, stoppedUntil ?? 0].filter((until) => until > now),
    quietMinutes > 0 ? addMinutes(quietMinutes) : 0,
    isLimitReached ? addMinutes(MINUTES_PER_DAY - minute) : 0,
  );
}

export const matchesPreferences = (
  { pairs }: PushPreferences,
  { pair }: Pick<Signal, 'pair'>,
): boolean => pairs === null || pairs.includes(pair);

export function countSignal(device: DeviceState, now: number): DeviceState['today'] {
  const { day } = toLocalTime(device.zone, now);
  return { day, sent: countSent(device, day) + 1 };
}

// Events without a per-device setting are silent if every event is.
const getDefaultMode = (preferences: PushPreferences): 'on' | 'silent' =>
  PUSH_EVENTS.some((event) => preferences[event] === 'on') ? 'on' : 'silent';

/**
 * Silent in quiet hours.
 * @param event null for events without a per-device setting
 */
export function getSound(
  { preferences, zone }: Pick<DeviceState, 'preferences' | 'zone'>,
  event: PushEvent | null,
  now: number,
): 'on' | 'silent' {
  const mode = event === null ? getDefaultMode(preferences) : preferences[event];
  return getQuietMinutes(preferences, toLocalTime(zone, now).minute) > 0 ? 'silent' : mode;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

const createFormatter = (zone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });

export function isZone(zone: string): boolean {
  if (formatters.has(zone)) return true;
  try {
    createFormatter(zone);
    return true;
  } catch {
    return false;
  }
}

/**
 * Day (`2026-11-20`) and minute of the day.
 * @throws RangeError if there is no such zone
 */
export function toLocalTime(zone: string, at: number): { day: string; minute: number } {
  const formatter = formatters.get(zone) ?? createFormatter(zone);
  formatters.set(zone, formatter);
  const parts = new Map(formatter.formatToParts(at).map(({ type, value }) => [type, value]));
  const getPart = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return {
    day: `${getPart('year')}-${getPart('month')}-${getPart('day')}`,
    minute: Number(getPart('hour')) * 60 + Number(getPart('minute')),
  };
}

function getOffsetMinutes(zone: string, at: number): number {
  const { day, minute } = toLocalTime(zone, at);
  return Date.parse(day) / MINUTE_MS + minute - Math.floor(at / MINUTE_MS);
}

/** `deviceZone`: IANA name. Unknown zones fall back to WAT. */
export function getDeviceZone(choice: ZoneChoice, deviceZone: string): Zone {
  if (choice === 'utc') return UTC;
  if (choice === 'wat' || !isZone(deviceZone)) return WAT;
  return {
    utcOffsetMs: (at) => getOffsetMinutes(deviceZone, at) * MINUTE_MS,
    label: (at) => formatOffset(getOffsetMinutes(deviceZone, at)),
  };
}
