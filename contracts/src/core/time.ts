import * as z from 'zod/mini';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const WEEK_MS = 7 * DAY_MS;

/** The day on which clocks go back has 25 hours. */
export const MAX_DAY_MS = DAY_MS + HOUR_MS;

export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

export type Weekday = (typeof WEEKDAYS)[number];

export interface Zone {
  /** Offset from UTC (ms) at a time (epoch ms), positive east. */
  readonly utcOffsetMs: (at: number) => number;
  readonly label: (at: number) => string;
}

/**
 * West Africa Time, UTC+1 all year. Avoids Intl, whose first formatter costs a slow phone 50 ms.
 */
export const WAT: Zone = { utcOffsetMs: () => HOUR_MS, label: () => 'WAT' };

export const UTC: Zone = { utcOffsetMs: () => 0, label: () => 'UTC' };

export const formatIsoDay = (at: number, { utcOffsetMs }: Pick<Zone, 'utcOffsetMs'>): string =>
  new Date(at + utcOffsetMs(at)).toISOString().slice(0, 10);

export function dayStart(at: number, { utcOffsetMs }: Pick<Zone, 'utcOffsetMs'>): number {
  const offset = utcOffsetMs(at);
  const midnight = at + offset - ((at + offset) % DAY_MS);
  // On a day when clocks change, midnight has another offset.
  return midnight - utcOffsetMs(midnight - offset);
}

/** A day may have 23 or 25 hours. */
export const dayEnd = (at: number, zone: Pick<Zone, 'utcOffsetMs'>): number =>
  dayStart(dayStart(at, zone) + 1.5 * DAY_MS, zone);

/**
 * Functions run at multiples of `everyMinutes` in UTC. The local scheduler runs those due together
 * in this order; Cloud Scheduler guarantees no order.
 */
export const SCHEDULES = [
  { name: 'publishSignal', everyMinutes: 5 },
  { name: 'settleSignals', everyMinutes: 5 },
  { name: 'refitCalibrations', everyMinutes: 24 * 60 },
  { name: 'correctRecord', everyMinutes: 24 * 60 },
  { name: 'retryMail', everyMinutes: 5 },
  { name: 'resumePushes', everyMinutes: 1 },
  { name: 'reconcileTelegram', everyMinutes: 1 },
  { name: 'resumeInspections', everyMinutes: 5 },
  { name: 'resumeDeletions', everyMinutes: 15 },
  { name: 'watchService', everyMinutes: 5 },
  { name: 'anchorUsers', everyMinutes: 5 },
  { name: 'reconcileConsole', everyMinutes: 24 * 60 },
  { name: 'expireRegistrations', everyMinutes: 60 },
  { name: 'stampHead', everyMinutes: 1 },
  { name: 'removeOrphans', everyMinutes: 24 * 60 },
  { name: 'reconcileAccounts', everyMinutes: 24 * 60 },
] as const;

export type ScheduleName = (typeof SCHEDULES)[number]['name'];

/** Refuses the year 0000, because Firestore stores 0001 to 9999. */
export const timeField = (error = 'Not an ISO 8601 time in UTC') =>
  z.iso.datetime({ error }).check(z.refine((text) => !text.startsWith('0000'), error));

export const isoTimeSchema = z.pipe(
  timeField(),
  z.transform((text) => Date.parse(text)),
);

export const toIso = (at: number): string => new Date(at).toISOString();

const hasToMillis = (value: unknown): value is { toMillis(): number } =>
  typeof value === 'object' &&
  value !== null &&
  'toMillis' in value &&
  typeof value.toMillis === 'function';

/** Accepts the Timestamp of either SDK. Parses to epoch ms. */
export const firestoreTimeSchema = z.pipe(
  z.custom<{ toMillis(): number }>(hasToMillis, 'Not a Firestore timestamp'),
  z.transform((timestamp) => timestamp.toMillis()),
);
