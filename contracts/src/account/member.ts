import * as z from 'zod/mini';
import { accessLevelOf, accessLevelSchema, tierSchema } from '../access/access';
import { DESK_FIGURES, type DeskFigures, deskFiguresSchema } from '../settings/desk';
import { payoutSchema, STATED_PAYOUT } from '../signals/payout';
import { firestoreTime, sentTime } from '../core/time';
import { fullNameSchema, phoneSchema, telegramName } from '../core/validation';
import { removeInvisible } from '../core/visibleText';

export const NOTIFICATIONS = ['signals', 'trades', 'marketing', 'security'] as const;

export type Notification = (typeof NOTIFICATIONS)[number];

/** The notifications that a member wants. */
const notificationsSchema = z.object({
  signals: z.boolean(),
  trades: z.boolean(),
  marketing: z.boolean(),
  security: z.boolean(),
});

export type Notifications = z.infer<typeof notificationsSchema>;

/** The notifications of a member who never chose. */
export const DEFAULT_NOTIFICATIONS: Notifications = {
  signals: true,
  trades: true,
  marketing: false,
  security: true,
};

/** Zones in which a member's times can be shown; `device` is the zone of the device that shows them. */
export const ZONE_CHOICES = ['wat', 'device', 'utc'] as const;

export type ZoneChoice = (typeof ZONE_CHOICES)[number];

/** The choice as stored. Lenient, so that an unknown zone signs nobody out: it becomes the community's zone. */
export const zoneFieldSchema = z.catch(z.enum(ZONE_CHOICES), 'wat');

/** The payout as stored. Lenient, so that an unreadable one signs nobody out: it becomes the stated one. */
export const payoutFieldSchema = /* @__PURE__ */ z.catch(payoutSchema, STATED_PAYOUT);

/** The figures of the risk desk as stored. Lenient, so that unreadable ones sign nobody out: there are none then. */
const deskFieldSchema = /* @__PURE__ */ z.catch(z.nullable(deskFiguresSchema), null);

const figure = z.optional(z.number().check(z.gte(0)));

const settingValues = {
  fullName: z.optional(z.string()),
  phone: z.optional(z.string()),
  telegram: z.optional(z.string()),
  zone: z.optional(z.enum(ZONE_CHOICES, 'Choose a time zone from the list')),
  payout: z.optional(payoutSchema),
  balance: figure,
  leastStake: figure,
  signalsADay: figure,
  lostLadders: figure,
  signals: z.optional(z.boolean()),
  trades: z.optional(z.boolean()),
  marketing: z.optional(z.boolean()),
  security: z.optional(z.boolean()),
};

/**
 * Values of some of a member's settings: name, contact, time zone, payout, notifications and the figures of the risk
 * desk, which are 0 where there are none.
 */
export const settingValuesSchema = z.object(settingValues);

const choice = z.optional(z.boolean('Notifications are true or false'));

/** A member's change of their own settings; those left out stay. */
export const accountChangeSchema = z.strictObject({
  fullName: z.optional(fullNameSchema),
  phone: z.optional(phoneSchema),
  /** Empty to remove it. */
  telegram: z.optional(telegramName),
  notifications: z.optional(
    z.strictObject({ signals: choice, trades: choice, marketing: choice, security: choice }),
  ),
  zone: settingValues.zone,
  /** What the member's broker pays on a won stake, as a share. */
  payout: settingValues.payout,
  /** The figures of the risk desk, all of them. */
  desk: z.optional(deskFiguresSchema),
  /** Ends the day until this time: at most a day ahead, and never earlier than before. */
  stoppedUntil: z.optional(sentTime()),
  /** Values on screen when the member made the change: a stored value that has changed since goes to `replaced`. */
  saw: z.optional(settingValuesSchema),
  /** Values of `replaced` that the member has seen, to be removed. */
  dismissed: z.optional(settingValuesSchema),
});

export type SettingValues = z.infer<typeof settingValuesSchema>;

// A call, as the worker's bundle would keep a list that is spread.
const settingNames = () =>
  ['fullName', 'phone', 'telegram', 'zone', 'payout', ...DESK_FIGURES, ...NOTIFICATIONS] as const;

export const SETTING_NAMES = /* @__PURE__ */ settingNames();

const orEmpty = (text: string | null | undefined) => (text === null ? '' : text);

/** The values of a risk desk without figures: a first device to fill it in saw these. */
const NO_DESK: DeskFigures = { balance: 0, leastStake: 0, signalsADay: 0, lostLadders: 0 };

/** Flattens the settings in a change into one object. */
export const settingValuesOf = ({
  fullName,
  phone,
  telegram,
  zone,
  payout,
  desk,
  notifications,
}: {
  readonly fullName?: string | undefined;
  /** Null if none was given. */
  readonly phone?: string | null | undefined;
  readonly telegram?: string | null | undefined;
  readonly zone?: ZoneChoice | undefined;
  readonly payout?: number | undefined;
  /** Null if there are none. */
  readonly desk?: DeskFigures | null | undefined;
  readonly notifications?: Readonly<Partial<Record<Notification, boolean | undefined>>> | undefined;
}): SettingValues => {
  const { signals, trades, marketing, security } = notifications ?? {};
  const texts = { fullName, phone: orEmpty(phone), telegram: orEmpty(telegram) };
  const figures = desk === null ? NO_DESK : desk;
  return { ...texts, zone, payout, ...figures, signals, trades, marketing, security };
};

export const accessPathSchema = z.enum(['manual', 'auto']);

export type AccessPath = z.infer<typeof accessPathSchema>;

const fields = {
  fullName: z.string(),
  email: z.string(),
  admissionCode: z.string(),
  tier: tierSchema,
  dashboardUnlocked: z.boolean(),
  hasDeposited: z.boolean(),
  staff: z.boolean(),
  /** Increases by one with every change of access; a client that sees a newer one refreshes its token. */
  accessVersion: z.int(),
  accessPath: z.nullable(accessPathSchema),
  codeActivated: z.boolean(),
  notifications: z._default(notificationsSchema, DEFAULT_NOTIFICATIONS),
  zone: zoneFieldSchema,
  /** What the member's broker pays on a won stake, as a share: verdicts and break-evens are told at it. */
  payout: payoutFieldSchema,
  /** The figures of their risk desk; null if they gave none. */
  desk: deskFieldSchema,
  /** Values set on another device that a concurrent change overwrote; stored until the member has seen them. */
  replaced: z.optional(z.nullable(settingValuesSchema)),
  /** True if the account was opened without a password, which must be chosen before anything else. */
  needsPassword: z.optional(z.boolean()),
};

/** Contact details given at sign-up; staff and early accounts have none. */
const details = {
  phone: z.optional(z.nullable(z.string())),
  country: z.optional(z.nullable(z.string())),
  telegram: z.optional(z.nullable(z.string())),
};

/** `users/{uid}` as Firestore holds it: authoritative for a member's access. Times in epoch ms once parsed. */
export const userDocumentSchema = z.object({
  ...fields,
  ...details,
  createdAt: firestoreTime,
  /** When the locked dashboard's countdown ends; null until the first load. */
  lockExpiresAt: z.nullable(firestoreTime),
  /** The key of the search by name. */
  nameLower: z.optional(z.string()),
  /** When the oldest proof was sent that staff have not decided; null or absent if there is none. */
  proofWaitingSince: z.optional(z.nullable(firestoreTime)),
  /** Since when the claims of the account are behind this document; null or absent if they are not. */
  claimsDueAt: z.optional(z.nullable(firestoreTime)),
  /** Until when the member stopped for the day, on all their devices; a time that has passed stops nothing. */
  stoppedUntil: z.optional(z.nullable(firestoreTime)),
});

export type UserRecord = z.infer<typeof userDocumentSchema>;

/** A tier that a later build may add. A device that doesn't know it treats it as guest, and signs nobody out. */
export const lenientTier = z.catch(tierSchema, 'guest');

/** The user as the API returns it and the browser stores it. */
export const userSchema = z.object({
  ...fields,
  ...details,
  tier: lenientTier,
  id: z.string(),
  /** For the dashboard's greeting: the first word of the full name. */
  name: z.string(),
  accessLevel: z.catch(accessLevelSchema, 'free'),
  createdAt: z.iso.datetime(),
  lockExpiresAt: z.nullable(z.iso.datetime()),
  stoppedUntil: z._default(z.nullable(z.iso.datetime()), null),
});

export type User = z.infer<typeof userSchema>;

const isoOrNull = (at: number | null) => (at === null ? null : new Date(at).toISOString());

/** The API's representation of a user document, without the fields that only staff and the server need. */
export function toUser(id: string, record: UserRecord): User {
  const { nameLower: _lower, proofWaitingSince: _since, claimsDueAt: _due, ...known } = record;
  const { createdAt, lockExpiresAt, stoppedUntil = null, ...told } = known;
  return {
    ...told,
    id,
    name: removeInvisible(record.fullName).trim().split(/\s+/)[0] ?? '',
    accessLevel: accessLevelOf(record),
    createdAt: new Date(createdAt).toISOString(),
    lockExpiresAt: isoOrNull(lockExpiresAt),
    stoppedUntil: isoOrNull(stoppedUntil),
  };
}
