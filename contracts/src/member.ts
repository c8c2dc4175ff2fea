import * as z from 'zod/mini';
import { accessLevelOf, accessLevelSchema, tierSchema } from './access';
import { firestoreTime } from './time';

export const NOTIFICATIONS = ['signals', 'trades', 'marketing', 'security'] as const;

export type Notification = (typeof NOTIFICATIONS)[number];

/** What a member wants to be told. */
export const notificationsSchema = z.object({
  signals: z.boolean(),
  trades: z.boolean(),
  marketing: z.boolean(),
  security: z.boolean(),
});

export type Notifications = z.infer<typeof notificationsSchema>;

/** What a member is told who never chose. */
export const DEFAULT_NOTIFICATIONS: Notifications = {
  signals: true,
  trades: true,
  marketing: false,
  security: true,
};

/** In which zones a member may be told times; `device` is the zone of the device that tells them. */
export const ZONE_CHOICES = ['wat', 'device', 'utc'] as const;

export type ZoneChoice = (typeof ZONE_CHOICES)[number];

/** The choice as it is stored. Lenient, as nobody is signed out over it: anything else is the community's zone. */
export const zoneFieldSchema = z.catch(z.enum(ZONE_CHOICES), 'wat');

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
  /** Grows by one with every change of access; a client that sees a newer one refreshes its token. */
  accessVersion: z.int(),
  accessPath: z.nullable(accessPathSchema),
  codeActivated: z.boolean(),
  notifications: z._default(notificationsSchema, DEFAULT_NOTIFICATIONS),
  zone: zoneFieldSchema,
  /** True where the account was opened without a password, which is to be chosen before anything else. */
  needsPassword: z.optional(z.boolean()),
};

/** What members tell of themselves when they sign up; staff and early accounts did not. */
const details = {
  phone: z.optional(z.nullable(z.string())),
  country: z.optional(z.nullable(z.string())),
  telegram: z.optional(z.nullable(z.string())),
};

/** `users/{uid}` as Firestore holds it: the truth about a member's access. Times in epoch ms once parsed. */
export const userDocumentSchema = z.object({
  ...fields,
  ...details,
  createdAt: firestoreTime,
  /** When the locked dashboard's countdown ends; null until the first load. */
  lockExpiresAt: z.nullable(firestoreTime),
  /** What the search by name goes by. */
  nameLower: z.optional(z.string()),
  /** Since when the oldest proof waits for staff; null or absent where none does. */
  proofWaitingSince: z.optional(z.nullable(firestoreTime)),
});

export type UserRecord = z.infer<typeof userDocumentSchema>;

/** The user as the API answers it and the browser stores it. */
export const userSchema = z.object({
  ...fields,
  id: z.string(),
  /** How the dashboard greets: the first word of the full name. */
  name: z.string(),
  accessLevel: accessLevelSchema,
  createdAt: z.iso.datetime(),
  lockExpiresAt: z.nullable(z.iso.datetime()),
});

export type User = z.infer<typeof userSchema>;

/** The API's words for a user record: without what nobody but its member and the server needs. */
export function toUser(id: string, record: UserRecord): User {
  const { phone: _phone, country: _country, telegram: _telegram, ...known } = record;
  const { nameLower: _lower, proofWaitingSince: _since, ...rest } = known;
  const { createdAt, lockExpiresAt, ...told } = rest;
  return {
    ...told,
    id,
    name: record.fullName.trim().split(/\s+/)[0] ?? '',
    accessLevel: accessLevelOf(record),
    createdAt: new Date(createdAt).toISOString(),
    lockExpiresAt: lockExpiresAt === null ? null : new Date(lockExpiresAt).toISOString(),
  };
}
