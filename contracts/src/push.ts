import * as z from 'zod/mini';
import { pairSchema } from './signals/signal';

/** What a device can be told by push: a new signal, a change of the member's access, an answer of support. */
export const PUSH_EVENTS = ['signal', 'access', 'ticket'] as const;

export type PushEvent = (typeof PUSH_EVENTS)[number];

/** How an event is told: as notifications are on that device, without a sound, or not at all. */
export const PUSH_MODES = ['on', 'silent', 'off'] as const;

const mode = z.enum(PUSH_MODES, 'Choose on, silent or off');

export type PushMode = z.infer<typeof mode>;

const MINUTES_PER_DAY = 24 * 60;

const minuteOfDay = z
  .int('Quiet hours are minutes of the day')
  .check(z.gte(0), z.lt(MINUTES_PER_DAY));

/** More signals than a day has slots: no limit. */
export const UNLIMITED_PER_DAY = 288;

const PAIRS_AT_MOST = 50;

/** What one device wants to be told, and when. */
export const pushPreferencesSchema = z.strictObject({
  signal: mode,
  access: mode,
  ticket: mode,
  /** The pairs whose signals are told; null for all. */
  pairs: z.nullable(
    z.array(pairSchema).check(z.maxLength(PAIRS_AT_MOST, 'These are too many pairs')),
  ),
  /** Percent: signals below this confidence are not told. */
  minConfidence: z.number('Confidence is in percent').check(z.gte(0), z.lte(100)),
  /** From and to, in minutes of the device's day; over midnight where `from` is the later. Null for none. */
  quiet: z.nullable(z.strictObject({ from: minuteOfDay, to: minuteOfDay })),
  /** Signals told in one day of the device, at most. */
  perDay: z
    .int('The number a day is a whole one')
    .check(z.gte(1, 'Choose one a day or more'), z.lte(UNLIMITED_PER_DAY)),
});

export type PushPreferences = z.infer<typeof pushPreferencesSchema>;

/** What a device is told that nobody set: few signals, as browsers take the permission from who sends many, and none at night. */
export const DEFAULT_PUSH: PushPreferences = {
  signal: 'on',
  access: 'on',
  ticket: 'on',
  pairs: null,
  minConfidence: 0,
  quiet: { from: 22 * 60, to: 7 * 60 },
  perDay: 6,
};

/** So many notifications shown without one that was opened, and a pause is offered. */
export const IGNORED_AFTER = 20;

/** A device that is told by push, as its member sees it. */
export const pushDeviceSchema = z.object({
  id: z.string(),
  preferences: pushPreferencesSchema,
  /** No signal is told before then; null where there is no pause. */
  pausedUntil: z.nullable(z.iso.datetime()),
});

export type PushDevice = z.infer<typeof pushDeviceSchema>;

const NOT_ONE = 'This is not a subscription of a browser';

/** An uncompressed point of P-256, and sixteen bytes, in base64url. */
const PUBLIC_KEY = /^B[A-P][\w-]{85}$/;

const AUTH_SECRET = /^[\w-]{21}[AQgw]$/;

export const endpointSchema = z.url(NOT_ONE).check(z.maxLength(1024, NOT_ONE));

/** A subscription as `PushSubscription.toJSON()` gives it. */
export const subscriptionSchema = z.strictObject({
  endpoint: endpointSchema,
  keys: z.strictObject({
    p256dh: z.string(NOT_ONE).check(z.regex(PUBLIC_KEY, NOT_ONE)),
    auth: z.string(NOT_ONE).check(z.regex(AUTH_SECRET, NOT_ONE)),
  }),
});

export type Subscription = z.infer<typeof subscriptionSchema>;

/** What a push service is handed, encrypted for one device alone: what is shown, and nothing secret. Times in epoch ms. */
export const pushPayloadSchema = z.object({
  /** Names what is told: one that is told again takes the place of the first. */
  id: z.string(),
  event: z.enum([...PUSH_EVENTS, 'test']),
  title: z.string(),
  body: z.string(),
  /** Path of the site that a click opens. */
  to: z.string(),
  /** When it was handed to the push service. */
  sentAt: z.number(),
  /** From then on it is of no use; null where it keeps. */
  until: z.nullable(z.number()),
  silent: z.boolean(),
  /** Shown to the server in return, which then knows how long it took; null where it does not ask. */
  receipt: z.nullable(z.string()),
});

export type PushPayload = z.infer<typeof pushPayloadSchema>;
