import {
  type Access,
  audiencesOf,
  type Notifications,
  offsetText,
  type PushEvent,
  type PushPreferences,
  type Signal,
  UNLIMITED_PER_DAY,
  UTC,
  WAT,
  type Zone,
  type ZoneChoice,
} from '@quantalgo/contracts';

const MINUTE_MS = 60_000;

const MINUTES_PER_DAY = 24 * 60;

/** What is known of a device that decides what it is told. */
export interface DeviceState {
  readonly preferences: PushPreferences;
  /** Epoch ms; null where there is no pause. */
  readonly pausedUntil: number | null;
  /** IANA zone of the device. */
  readonly zone: string;
  /** The device's newest day with a signal that it was told, and how many there were. */
  readonly today: { readonly day: string; readonly told: number };
}

/** Which signals a device is looked up for: those of its member's access, none where its member wants none. */
export type SignalScope = 'none' | 'basic' | 'all';

/** @param record the member's live one */
export function signalScopeOf(
  record: Access & { readonly notifications: Notifications },
  { signal }: Pick<PushPreferences, 'signal'>,
): SignalScope {
  const audiences = audiencesOf(record);
  if (signal === 'off' || !record.notifications.signals || audiences.length === 0) return 'none';
  return audiences.includes('order-flow') ? 'all' : 'basic';
}

/** The minutes from `minute` on to the end of the quiet hours; 0 outside of them. */
function quietFor({ quiet }: PushPreferences, minute: number): number {
  if (!quiet || quiet.from === quiet.to) return 0;
  const { from, to } = quiet;
  const inside = from < to ? minute >= from && minute < to : minute >= from || minute < to;
  return inside ? (to - minute + MINUTES_PER_DAY) % MINUTES_PER_DAY : 0;
}

const sentOn = ({ today }: DeviceState, day: string): number =>
  today.day === day ? today.told : 0;

/**
 * Until when (epoch ms) a device is told no signal: through a pause, quiet hours, and the rest of a day that has had its
 * number. 0 where it is told now.
 * @param now epoch ms
 */
export function restsUntil(hearing: DeviceState, now: number): number {
  const { preferences, pausedUntil, zone } = hearing;
  const { day, minute } = localTime(zone, now);
  const inMinutes = (minutes: number) => (Math.floor(now / MINUTE_MS) + minutes) * MINUTE_MS;
  const quiet = quietFor(preferences, minute);
  const isFull =
    preferences.perDay < UNLIMITED_PER_DAY && sentOn(hearing, day) >= preferences.perDay;
  return Math.max(
    pausedUntil !== null && pausedUntil > now ? pausedUntil : 0,
    quiet > 0 ? inMinutes(quiet) : 0,
    isFull ? inMinutes(MINUTES_PER_DAY - minute) : 0,
  );
}

/** Whether a device that does not rest wants this signal. */
export const matchesPreferences = (
  { signal, pairs, minConfidence }: PushPreferences,
  { pair, confidence }: Pick<Signal, 'pair' | 'confidence'>,
): boolean =>
  signal !== 'off' && (pairs === null || pairs.includes(pair)) && confidence.value >= minConfidence;

/** The device's day with one more signal told at `now` (epoch ms). */
export function countSignal(hearing: DeviceState, now: number): DeviceState['today'] {
  const { day } = localTime(hearing.zone, now);
  return { day, told: sentOn(hearing, day) + 1 };
}

/** How a device is told an event at `now` (epoch ms): at night without a sound; null where it is not told. */
export function soundFor(
  { preferences, zone }: DeviceState,
  event: PushEvent,
  now: number,
): 'on' | 'silent' | null {
  const mode = preferences[event];
  if (mode === 'off') return null;
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

/** How far (minutes) a zone's clock is ahead of UTC's at `at` (epoch ms). @throws RangeError when there is no such zone */
function minutesAhead(zone: string, at: number): number {
  const { day, minute } = localTime(zone, at);
  return Date.parse(day) / MINUTE_MS + minute - Math.floor(at / MINUTE_MS);
}

/** The zone in which a device is told times. `device`: IANA name of its own; where there is no such zone, WAT. */
export function zoneOfDevice(choice: ZoneChoice, device: string): Zone {
  if (choice === 'utc') return UTC;
  if (choice === 'wat' || !isZone(device)) return WAT;
  return {
    aheadMs: (at) => minutesAhead(device, at) * MINUTE_MS,
    label: (at) => offsetText(minutesAhead(device, at)),
  };
}
