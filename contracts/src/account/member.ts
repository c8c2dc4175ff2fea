import * as z from 'zod/mini';
import { getAccessLevel, accessLevelSchema, tierSchema } from '../access/access';
import { accessPathSchema } from '../access/accessPath';
import { createBrokerReportSchema } from '../broker/account';
import { firestoreTimeSchema } from '../core/time';
import { removeInvisible } from '../core/visibleText';
import {
  DEFAULT_NOTIFICATIONS,
  deskFieldSchema,
  notificationsSchema,
  preferenceFields,
  settingValuesSchema,
} from '../settings/settings';

const fields = {
  fullName: z.string(),
  email: z.string(),
  admissionCode: z.string(),
  tier: tierSchema,
  dashboardUnlocked: z.boolean(),
  hasDeposited: z.boolean(),
  staff: z.boolean(),
  /** Incremented with every access change; a client that sees a newer value refreshes its token. */
  accessVersion: z.int(),
  accessPath: z.nullable(accessPathSchema),
  codeActivated: z.boolean(),
  notifications: z._default(notificationsSchema, DEFAULT_NOTIFICATIONS),
  ...preferenceFields,
  desk: deskFieldSchema,
  /** Settings that another device's concurrent change overwrote, until the member has seen them. */
  replaced: z.optional(z.nullable(settingValuesSchema)),
  needsPassword: z.optional(z.boolean()),
  /** Parsed by `parseReadMark`, so that the service worker needn't bundle its schema. */
  readMark: z.optional(z.unknown()),
};

const contactFields = {
  phone: z.optional(z.nullable(z.string())),
  country: z.optional(z.nullable(z.string())),
  telegram: z.optional(z.nullable(z.string())),
};

/** `users/{uid}`, authoritative for a member's access. Times are epoch ms once parsed. */
export const userDocumentSchema = z.object({
  ...fields,
  ...contactFields,
  createdAt: firestoreTimeSchema,
  lockExpiresAt: z.nullable(firestoreTimeSchema),
  nameLower: z.optional(z.string()),
  broker: z.optional(z.nullable(createBrokerReportSchema(firestoreTimeSchema))),
  proofWaitingSince: z.optional(z.nullable(firestoreTimeSchema)),
  /** Set while the account's custom claims lag behind this document. */
  claimsDueAt: z.optional(z.nullable(firestoreTimeSchema)),
  stoppedUntil: z.optional(z.nullable(firestoreTimeSchema)),
});

export type UserRecord = z.infer<typeof userDocumentSchema>;

/** Treats tiers added by a later build as guest, because a parse error would log the member out. */
export const lenientTierSchema = z.catch(tierSchema, 'guest');

export const userSchema = z.object({
  ...fields,
  ...contactFields,
  tier: lenientTierSchema,
  id: z.string(),
  name: z.string(),
  accessLevel: z.catch(accessLevelSchema, 'free'),
  createdAt: z.iso.datetime(),
  lockExpiresAt: z.nullable(z.iso.datetime()),
  broker: z.catch(z.nullable(createBrokerReportSchema(z.iso.datetime())), null),
  stoppedUntil: z.nullable(z.iso.datetime()),
});

export type User = z.infer<typeof userSchema>;

const toIsoOrNull = (at: number | null) => (at === null ? null : new Date(at).toISOString());

export function toUser(id: string, record: UserRecord): User {
  const {
    nameLower: _lower,
    proofWaitingSince: _since,
    claimsDueAt: _due,
    ...publicRecord
  } = record;
  const {
    createdAt,
    lockExpiresAt,
    stoppedUntil = null,
    broker = null,
    ...unchanged
  } = publicRecord;
  return {
    ...unchanged,
    id,
    name: removeInvisible(record.fullName).trim().split(/\s+/)[0] ?? '',
    accessLevel: getAccessLevel(record),
    createdAt: new Date(createdAt).toISOString(),
    lockExpiresAt: toIsoOrNull(lockExpiresAt),
    broker: broker && {
      ...broker,
      registeredAt: toIsoOrNull(broker.registeredAt),
      depositedAt: toIsoOrNull(broker.depositedAt),
    },
    stoppedUntil: toIsoOrNull(stoppedUntil),
  };
}
