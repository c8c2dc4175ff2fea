import * as z from 'zod/mini';
import { tierSchema } from '../access/access';
import { urlSchema } from '../core/urlSchema';
import { verdictNameSchema } from '../signals/verdict';
import { pairSchema } from '../market/pairs';

export const PUSH_EVENTS = ['signal', 'access', 'ticket'] as const;

export type PushEvent = (typeof PUSH_EVENTS)[number];

const PUSH_MODES = ['on', 'silent'] as const;

const modeSchema = z.enum(PUSH_MODES, 'Choose on or silent');

const MINUTES_PER_DAY = 24 * 60;

const minuteOfDaySchema = z
  .int('Quiet hours must be minutes of the day')
  .check(z.gte(0), z.lt(MINUTES_PER_DAY));

export const UNLIMITED_PER_DAY = 288;

const MAX_PAIRS = 50;

export const pushPreferencesSchema = z.strictObject({
  signal: modeSchema,
  access: modeSchema,
  ticket: modeSchema,
  pairs: z.nullable(
    z.array(pairSchema).check(z.maxLength(MAX_PAIRS, `Choose at most ${MAX_PAIRS} pairs`)),
  ),
  /** In minutes of the device's day; `from` after `to` spans midnight. */
  quiet: z.nullable(z.strictObject({ from: minuteOfDaySchema, to: minuteOfDaySchema })),
  perDay: z
    .int('The daily limit must be a whole number')
    .check(z.gte(1, 'The daily limit must be at least 1'), z.lte(UNLIMITED_PER_DAY)),
});

export type PushPreferences = z.infer<typeof pushPreferencesSchema>;

/**
 * Few signals and quiet nights, because browsers revoke the permission of sites that notify too
 * often.
 */
export const DEFAULT_PUSH: PushPreferences = {
  signal: 'on',
  access: 'on',
  ticket: 'on',
  pairs: null,
  quiet: { from: 22 * 60, to: 7 * 60 },
  perDay: 6,
};

export const IGNORED_PUSH_LIMIT = 20;

/** Null until the member chooses: all verdicts are sent. */
export const selectedVerdictsSchema = z.nullable(z.array(verdictNameSchema));

export const pushDeviceSchema = z.object({
  id: z.string(),
  preferences: pushPreferencesSchema,
  verdicts: selectedVerdictsSchema,
  pausedUntil: z.nullable(z.iso.datetime()),
});

export type PushDevice = z.infer<typeof pushDeviceSchema>;

export const listedPushSchema = z.object({
  id: z.string(),
  browser: z.string(),
  platform: z.string(),
  pausedUntil: z.nullable(z.iso.datetime()),
  current: z.boolean(),
});

export type ListedPush = z.infer<typeof listedPushSchema>;

const NO_SUBSCRIPTION = 'Not a valid push subscription';

const PUBLIC_KEY = /^B[A-P][\w-]{85}$/;

const AUTH_SECRET = /^[\w-]{21}[AQgw]$/;

/** The server also checks its host. */
export const endpointSchema = urlSchema(NO_SUBSCRIPTION).check(
  z.maxLength(1024, NO_SUBSCRIPTION),
  z.regex(/^https?:\/\/\S+$/, NO_SUBSCRIPTION),
);

export const subscriptionSchema = z.strictObject({
  endpoint: endpointSchema,
  keys: z.strictObject({
    p256dh: z.string(NO_SUBSCRIPTION).check(z.regex(PUBLIC_KEY, NO_SUBSCRIPTION)),
    auth: z.string(NO_SUBSCRIPTION).check(z.regex(AUTH_SECRET, NO_SUBSCRIPTION)),
  }),
});

export type Subscription = z.infer<typeof subscriptionSchema>;

export const pushedAccessSchema = z.object({
  tier: tierSchema,
  dashboardUnlocked: z.boolean(),
  staff: z.boolean(),
});

/** Encrypted for one device. Times in epoch ms. */
export const pushPayloadSchema = z.object({
  id: z.string(),
  /**
   * Events other than `signal` are only displayed, so that older apps can display ones they don't
   * know.
   */
  event: z.string(),
  title: z.string(),
  body: z.string(),
  to: z.string(),
  sentAt: z.number(),
  /** When the push becomes useless; null for never. */
  until: z.nullable(z.number()),
  silent: z.boolean(),
  /**
   * The device returns it, so that the server can measure the delay. Null if the delay isn't
   * measured.
   */
  receipt: z.nullable(z.string()),
  /** Uid of the recipient. The device stores the push only together with that member's data. */
  member: z.optional(z.string()),
  /** Not parsed here, so that the notification appears even if the device can't read the signal. */
  signal: z.optional(z.unknown()),
  /** Absent if unknown. */
  entered: z.catch(z.optional(z.boolean()), undefined),
  ended: z.catch(z.optional(z.boolean()), undefined),
  access: z.catch(z.optional(pushedAccessSchema), undefined),
});

export type PushPayload = z.infer<typeof pushPayloadSchema>;
