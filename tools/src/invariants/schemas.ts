import {
  firestoreTime,
  ledgerEntrySchema,
  performanceCountersSchema,
  proofDocumentSchema,
  setupDocumentSchema,
  sha256Schema,
  signalDocumentSchema,
  slotIdSchema,
  ticketDocumentSchema,
  tierSchema,
  userDocumentSchema,
} from '@quantalgo/contracts';
import { isZone } from '@quantalgo/functions/domain/pushPreferences';
import { pushSchema } from '@quantalgo/functions/platform/core/outbox';
import { storedSubscriptionSchema } from '@quantalgo/functions/platform/members/pushSubscriptions';
import { stampDocumentSchema } from '@quantalgo/functions/platform/record/stamps';
import * as z from 'zod/mini';

/** HMAC-SHA-256 in base64url: what is kept in the place of a code, a token or an address. */
const digest = z.string().check(z.regex(/^[\w-]{43}$/, 'Not a digest'));

/** AES-256-GCM in base64: initialisation vector and tag alone are 28 bytes. */
const sealed = z.base64().check(z.minLength(40, 'Too short to be sealed'));

const guardedCode = {
  digest: z.nullable(digest),
  tries: z.int(),
  validUntil: firestoreTime,
  triesUntil: firestoreTime,
  expireAt: firestoreTime,
};

const accessState = z.object({
  tier: tierSchema,
  dashboardUnlocked: z.boolean(),
  hasDeposited: z.boolean(),
  staff: z.boolean(),
  codeActivated: z.boolean(),
  accessVersion: z.int(),
});

/**
 * What each collection holds. Where codes and tokens are guarded the schemas are strict: a field that nobody knows of is
 * where one would be kept in clear.
 */
export const SCHEMAS = {
  users: z.object({
    ...userDocumentSchema.shape,
    proofWaitingSince: z._default(z.nullable(firestoreTime), null),
  }),
  signals: signalDocumentSchema,
  ledger: ledgerEntrySchema,
  ledgerHeads: z.object({ ledgerId: z.string(), seq: z.int(), hash: sha256Schema }),
  stats: performanceCountersSchema,
  misses: z.object({ slot: slotIdSchema, reason: z.string() }),
  corrections: z.object({ slot: slotIdSchema, ledgerSeq: z.int() }),
  stamps: stampDocumentSchema,
  proofs: proofDocumentSchema,
  setups: setupDocumentSchema,
  tickets: ticketDocumentSchema,
  accessEvents: z.object({
    uid: z.string(),
    by: z.string(),
    reason: z.string(),
    before: accessState,
    after: accessState,
    at: firestoreTime,
  }),
  mail: z.object({
    template: z.string(),
    to: z.string(),
    parameters: z.record(z.string(), z.string()),
    sealed: z.nullable(sealed),
    state: z.enum(['waiting', 'sending', 'sent', 'dead']),
    attempts: z.int(),
    dueAt: z.nullable(firestoreTime),
  }),
  pushSubscriptions: z.object({
    ...storedSubscriptionSchema.shape,
    zone: z.string().check(z.refine(isZone, 'No time zone')),
  }),
  pushes: z.object({
    ...pushSchema.shape,
    state: z.enum(['waiting', 'telling', 'told', 'expired', 'dead']),
  }),
  admissionCodes: z.object({ uid: z.string() }),
  userAnchors: z.union([
    z.object({ uid: z.string(), createdAt: firestoreTime }),
    z.object({ anchors: z.int() }),
  ]),
  deletions: z.object({ uid: z.string(), email: z.string(), startedAt: firestoreTime }),
  proofClaims: z.object({ uid: z.string(), by: z.string(), until: firestoreTime }),
  proofFingerprints: z.object({ uid: z.string(), createdAt: firestoreTime }),
  devices: z.strictObject({
    uid: z.string(),
    browser: z.optional(z.string()),
    platform: z.optional(z.string()),
    signedInAt: z.optional(firestoreTime),
    lastSeenAt: z.optional(firestoreTime),
    endedAt: z.optional(firestoreTime),
    expireAt: firestoreTime,
  }),
  idempotency: z.strictObject({
    uid: z.string(),
    asks: z.string(),
    createdAt: firestoreTime,
    expireAt: firestoreTime,
  }),
  confirmations: z.strictObject(guardedCode),
  addressChanges: z.strictObject({ ...guardedCode, email: z.optional(z.string()) }),
  dashboardCodes: z.strictObject({
    ...guardedCode,
    tier: z.optional(tierSchema),
    issuedBy: z.optional(z.string()),
    issuedAt: z.optional(firestoreTime),
    voidedAt: z.optional(firestoreTime),
  }),
  resets: z.strictObject({
    digest: z.nullable(digest),
    uid: z.string(),
    email: z.string(),
    validUntil: firestoreTime,
    expireAt: firestoreTime,
  }),
  transfers: z.strictObject({
    uid: z.string(),
    validUntil: firestoreTime,
    expireAt: firestoreTime,
  }),
  registrations: z.strictObject({
    uid: z.string(),
    fullName: z.string(),
    email: z.string(),
    phone: z.string(),
    country: z.string(),
    telegram: z.nullable(z.string()),
    password: sealed,
    createdAt: firestoreTime,
    expireAt: firestoreTime,
  }),
  rateLimits: z.strictObject({
    times: z.optional(z.array(firestoreTime)),
    count: z.optional(z.number()),
    expireAt: z.optional(firestoreTime),
  }),
} as const;

export type Collection = keyof typeof SCHEMAS;

/** Collections whose schemas are strict. */
export const GUARDED: readonly Collection[] = [
  'devices',
  'idempotency',
  'confirmations',
  'addressChanges',
  'dashboardCodes',
  'resets',
  'transfers',
  'registrations',
  'rateLimits',
];
