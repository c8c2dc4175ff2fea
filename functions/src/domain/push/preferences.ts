import { type Access, audiencesOf, isLocked } from '@quantalgo/contracts/access/access';
import type { Notifications, ZoneChoice } from '@quantalgo/contracts/account/member';
import { offsetText } from '@quantalgo/contracts/core/format';
import { MINUTE_MS, UTC, WAT, type Zone } from '@quantalgo/contracts/core/time';
import {
  PUSH_EVENTS,
  type PushEvent,
  type PushPreferences,
  UNLIMITED_PER_DAY,
} from '@quantalgo/contracts/push/push';
import type { Signal } from '@quantalgo/contracts/signals/signal';

const MINUTES_PER_DAY = 24 * 60;

/** The state of a device that decides which pushes it gets. */
export interface DeviceState {
  readonly preferences: PushPreferences;
  /** Epoch ms; null where there is no pause. */
  readonly pausedUntil: number | null;
  /** Until when its member stopped for the day, epoch ms; null where they didn't. */
  readonly stoppedUntil: number | null;
  /** IANA zone of the device. */
  readonly zone: string;
  /** The device's latest day with a signal, and how many it was sent on it. */
  readonly today: { readonly day: string; readonly sent: number };
}

/** Which signals a device receives: those of its member's access, none where its member wants none. */
export type SignalScope = 'none' | 'basic' | 'all';

/** @param record the member's current record */
export function signalScopeOf(
  record: Access & { readonly notifications: Notifications },
): SignalScope {
  const audiences = audiencesOf(record);
  if (!record.notifications.signals || audiences.length === 0) return 'none';
  return audiences.includes('order-flow') ? 'all' : 'basic';
}

/** The audience of news that a member belongs to; none where they don't want news. */
export type NewsScope = 'none' | 'guests' | 'members';

/** @param record the member's current record */
export function newsScopeOf(record: Access & { readonly notifications: Notifications }): NewsScope {
  if (!record.notifications.marketing) return 'none';
  return isLocked(record) ? 'guests' : 'members';
}

/** The minutes from `minute` to the end of the quiet hours; 0 outside them. */
function quietFor({ quiet }: PushPreferences, minute: number): number {
  if (!quiet || quiet.from === quiet.to) return 0;
  const { from, to } = quiet;
  const inside = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  return inside ? (to - minute + MINUTES_PER_DAY) % MINUTES_PER_DAY : 0;
}

/** Whether a device's pause, or its member's stop, goes on at `now` (epoch ms). */
export const isPushPaused = (
  { pausedUntil, stoppedUntil }: Pick<DeviceState, 'pausedUntil' | 'stoppedUntil'>,
  now: number,
): boolean => Math.max(pausedUntil ?? 0, stoppedUntil ?? 0) > now;

const sentOn = ({ today }: DeviceState, day: string): number =>
  today.day === day ? today.sent : 0;

/**
 * Until when (epoch ms) a device gets no signals, because of a pause, its member's stop, quiet hours, or its daily
 * number. 0 where it gets them now.
 * @param now epoch ms
 */
export function restsUntil(device: DeviceState, now: number): number {
  const { preferences, pausedUntil, stoppedUntil, zone } = device;
  const { day, minute } = localTime(zone, now);
  const inMinutes = (minutes: number) => (Math.floor(now / MINUTE_MS) + minutes) * MINUTE_MS;
  const quiet = quietFor(preferences, minute);
  const isFull =
    preferences.perDay < UNLIMITED_PER_DAY && sentOn(device, day) >= preferences.perDay;
  return Math.max(
    ...[pausedUntil ?? 0, stoppedUntil ?? 0].filter((until) => until > now),
    quiet > 0 ? inMinutes(quiet) : 0,
    isFull ? inMinutes(MINUTES_PER_DAY - minute) : 0,
  );
}

/** Whether the preferences of a device that isn't resting admit this signal. */
export const matchesPreferences = (
  { pairs }: PushPreferences,
  { pair }: Pick<Signal, 'pair'>,
): boolean => pairs === null || pairs.includes(pair);

/** The device's count for its day, with one more signal sent at `now` (epoch ms). */
export function countSignal(device: DeviceState, now: number): DeviceState['today'] {
  const { day } = localTime(device.zone, now);
  return { day, sent: sentOn(device, day) + 1 };
}

/** The mode of events that can't be set per device: silent where no event is on. */
const modeOfOthers = (preferences: PushPreferences): 'on' | 'silent' =>
  PUSH_EVENTS.some((event) => preferences[event] === 'on') ? 'on' : 'silent';

/**
 * How a device shows an event at `now` (epoch ms): silent in quiet hours.
 * @param event null for events that can't be set per device
 */
export function soundFor(
  { preferences, zone }: Pick<DeviceState, 'preferences' | 'zone'>,
  event: PushEvent | null,
  now: number,
): 'on' | 'silent' {
  const mode = event === null ? modeOfOthers(preferences) : preferences[event];
  return quietFor(preferences, localTime(zone, now).minute) > 0 ? 'silent' : mode;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

const madeFor = (zone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('en-CA', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });

/** True for the IANA name of a time zone. */
export function isZone(zone: string): boolean {
  if (formatters.has(zone)) return true;
  try {
    madeFor(zone);
    return true;
  } catch {
    return false;
  }
}

/**
 * Day (`2026-11-20`) and minute of the day in a zone at `at` (epoch ms).
 * @throws RangeError when there is no such zone
 */
export function localTime(zone: string, at: number): { day: string; minute: number } {
  const formatter = formatters.get(zone) ?? madeFor(zone);
  formatters.set(zone, formatter);
  const parts = new Map(formatter.formatToParts(at).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return {
    day: `${part('year')}-${part('month')}-${part('day')}`,
    minute: Number(part('hour')) * 60 + Number(part('minute')),
  };
}

/**
 * How far (minutes) a zone's clock is ahead of UTC at `at` (epoch ms).
 * @throws RangeError when there is no such zone
 */
function minutesAhead(zone: string, at: number): number {
  const { day, minute } = localTime(zone, at);
  return Date.parse(day) / MINUTE_MS + minute - Math.floor(at / MINUTE_MS);
}

/** The zone of the times in a device's notifications. `device` is its IANA zone; an unknown one gives WAT. */
export function zoneOfDevice(choice: ZoneChoice, device: string): Zone {
  if (choice === 'utc') return UTC;
  if (choice === 'wat' || !isZone(device)) return WAT;
  return {
    aheadMs: (at) => minutesAhead(device, at) * MINUTE_MS,
    label: (at) => offsetText(minutesAhead(device, at)),
  };
}
