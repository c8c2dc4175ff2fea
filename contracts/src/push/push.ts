import * as z from 'zod/mini';
import { tierSchema } from '../access/access';
import { verdictNameSchema } from '../signals/verdict';
import { pairSchema } from '../market/pairs';

/** The events that each device can set: a new signal, a change of the member's access, an answer from support. */
export const PUSH_EVENTS = ['signal', 'access', 'ticket'] as const;

export type PushEvent = (typeof PUSH_EVENTS)[number];

/**
 * What one member alone is told: a change of their access, an answer from support, security events, that somebody named
 * them in a room, and the test that they asked for.
 */
export const MEMBER_EVENTS = ['access', 'ticket', 'security', 'mention', 'test'] as const;

/** How an event is shown: with the device's usual sound, or silently. */
const PUSH_MODES = ['on', 'silent'] as const;

const mode = z.enum(PUSH_MODES, 'Choose on or silent');

const MINUTES_PER_DAY = 24 * 60;

const minuteOfDay = z
  .int('Quiet hours are minutes of the day')
  .check(z.gte(0), z.lt(MINUTES_PER_DAY));

/** More signals than a day has slots: no limit. */
export const UNLIMITED_PER_DAY = 288;

const MAX_PAIRS = 50;

/** The push preferences of one device. */
export const pushPreferencesSchema = z.strictObject({
  signal: mode,
  access: mode,
  ticket: mode,
  /** The pairs whose signals are sent; null for all. */
  pairs: z.nullable(z.array(pairSchema).check(z.maxLength(MAX_PAIRS, 'Too many pairs'))),
  /** From and to, in minutes of the device's day; over midnight where `from` is the later. Null for none. */
  quiet: z.nullable(z.strictObject({ from: minuteOfDay, to: minuteOfDay })),
  /** Most signals sent per day of the device. */
  perDay: z
    .int('The number a day must be whole')
    .check(z.gte(1, 'Choose one a day or more'), z.lte(UNLIMITED_PER_DAY)),
});

export type PushPreferences = z.infer<typeof pushPreferencesSchema>;

/**
 * The default preferences: few signals, because browsers revoke the permission of sites that send many, and quiet hours
 * at night.
 */
export const DEFAULT_PUSH: PushPreferences = {
  signal: 'on',
  access: 'on',
  ticket: 'on',
  pairs: null,
  quiet: { from: 22 * 60, to: 7 * 60 },
  perDay: 6,
};

/** After this many notifications in a row that weren't opened, a pause is offered. */
export const IGNORED_AFTER = 20;

/**
 * The verdicts whose signals a device gets: null until its member was asked, and absent where it was set up before there
 * were verdicts. Both mean all. Beside the preferences, because older clients accept no others there.
 */
export const wantedVerdictsSchema = /* @__PURE__ */ z.exactOptional(
  z.nullable(z.array(verdictNameSchema)),
);

/** A device with push, as its member sees it. */
export const pushDeviceSchema = z.object({
  id: z.string(),
  preferences: pushPreferencesSchema,
  verdicts: wantedVerdictsSchema,
  /** No signal is sent before then; null where there is no pause. */
  pausedUntil: z.nullable(z.iso.datetime()),
});

export type PushDevice = z.infer<typeof pushDeviceSchema>;

/** A device with push in its member's list. */
export const listedPushSchema = z.object({
  id: z.string(),
  /** The browser's and the platform's name in our words, as far as known: `Chrome`, `Android`. */
  browser: z.string(),
  platform: z.string(),
  pausedUntil: z.nullable(z.iso.datetime()),
  /** True for the calling device. */
  current: z.boolean(),
});

export type ListedPush = z.infer<typeof listedPushSchema>;

const NOT_ONE = 'This is not a subscription of a browser';

/** An uncompressed point of P-256, and sixteen bytes, in base64url. */
const PUBLIC_KEY = /^B[A-P][\w-]{85}$/;

const AUTH_SECRET = /^[\w-]{21}[AQgw]$/;

export const endpointSchema = z.url(NOT_ONE).check(z.maxLength(1024, NOT_ONE));

/** A subscription in the format of `PushSubscription.toJSON()`. */
export const subscriptionSchema = z.strictObject({
  endpoint: endpointSchema,
  keys: z.strictObject({
    p256dh: z.string(NOT_ONE).check(z.regex(PUBLIC_KEY, NOT_ONE)),
    auth: z.string(NOT_ONE).check(z.regex(AUTH_SECRET, NOT_ONE)),
  }),
});

export type Subscription = z.infer<typeof subscriptionSchema>;

/** A member's new access. */
export const pushedAccessSchema = z.object({
  tier: tierSchema,
  dashboardUnlocked: z.boolean(),
  staff: z.boolean(),
});

/** The payload of a push, encrypted for one device: what is shown, and what the device may store. Times in epoch ms. */
export const pushPayloadSchema = z.object({
  /** Identifies the notification: a later one with the same id replaces it. */
  id: z.string(),
  event: z.enum(['signal', ...MEMBER_EVENTS, 'news']),
  title: z.string(),
  body: z.string(),
  /** The site's path that a click opens. */
  to: z.string(),
  /** When it was sent to the push service. */
  sentAt: z.number(),
  /** When it becomes useless; null where it doesn't. */
  until: z.nullable(z.number()),
  silent: z.boolean(),
  /** A receipt that the device returns, by which the server measures the delay; null where none is wanted. */
  receipt: z.nullable(z.string()),
  /** Uid of the recipient: its data is stored with theirs only. */
  member: z.optional(z.string()),
  /** The signal itself, as `signalOfPush` reads it; the notification is shown even where that fails. */
  signal: z.optional(z.unknown()),
  /** Whether that signal could be entered, where it is known: beside it, because an earlier build reads it whole. */
  entered: z.catch(z.optional(z.boolean()), undefined),
  /** True for a signal's outcome, or a "no go": it replaces the signal's notification, and asks for no action. */
  ended: z.catch(z.optional(z.boolean()), undefined),
  /** The member's access, where it changed. */
  access: z.catch(z.optional(pushedAccessSchema), undefined),
});

export type PushPayload = z.infer<typeof pushPayloadSchema>;
