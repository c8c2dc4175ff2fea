import {
  daySchema,
  fingerprintSchema,
  firestoreTime,
  ladderRulesSchema,
  pairSchema,
  PUSH_EVENTS,
  pushPreferencesSchema,
  sha256Schema,
  slotIdSchema,
  slotStartOfId,
  sourceSchema,
  tierSchema,
  UNSTATED_RULES,
  uploadKindSchema,
  uploadTypeSchema,
} from '@quantalgo/contracts';
import { Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { DEFAULT_ROUNDS } from './domain/countdown';

/*
 * Documents that no client reads. Those that clients read are described in contracts, and `collections.ts` names the
 * schema of every collection. Times are Timestamps, epoch ms once parsed; a reader picks the fields that it needs.
 */

/** HMAC-SHA-256 in base64url: stored in place of a code, a token or an address. */
const digest = z.string().check(z.regex(/^[\w-]{43}$/, 'Not a digest'));

/** AES-256-GCM in base64: initialisation vector and tag alone are 28 bytes. */
const sealed = z.base64().check(z.minLength(40, 'Too short to be sealed'));

const slotOfId = z.pipe(slotIdSchema, z.transform(slotStartOfId));
const count = z.int().check(z.gte(0));
const countsByClass = z.record(z.string(), z.int());

/** A code of which only the digest is stored, and the tries at it. */
export const guardedCodeDocument = z.object({
  digest: z.nullable(digest),
  tries: z.int(),
  validUntil: firestoreTime,
  triesUntil: firestoreTime,
  expireAt: firestoreTime,
});

/** scrypt of a password: what it was made with, and the version of the pepper. */
export const passwordHashDocument = z.object({
  hash: z.base64(),
  salt: z.base64(),
  n: z.int(),
  r: z.int(),
  p: z.int(),
  pepper: z.int(),
});

/** What a member signs in with. Every end of all sessions writes it, and every login reads it. */
export const credentialDocument = z.object({
  /** Null where none was chosen yet. */
  password: z.nullable(passwordHashDocument),
  changedAt: firestoreTime,
  sessionsEndedAt: z.nullable(firestoreTime),
  /** True while the account is disabled in the console of Firebase. */
  blocked: z.boolean(),
  /** Devices that signed in before, newest last, by the digests of their secrets. */
  devices: z._default(z.array(digest), []),
});

/** The second factor of one of staff: sealed secrets, and digests of the recovery codes that are left. */
export const secondFactorDocument = z.object({
  /** Null until the first one is confirmed. */
  secret: z._default(z.nullable(sealed), null),
  confirmedAt: z._default(z.nullable(firestoreTime), null),
  /** A secret that waits for its first code. */
  pending: z.nullable(z.object({ secret: sealed, validUntil: firestoreTime })),
  /** The step of the code that was taken last: no older one is taken any more. */
  lastStep: z._default(z.int(), 0),
  recovery: z._default(z.array(digest), []),
});

/** Whose an address is. */
export const addressDocument = z.object({ uid: z.string() });

export const addressChangeDocument = z.object({
  ...guardedCodeDocument.shape,
  email: z.optional(z.string()),
});

export const dashboardCodeDocument = z.object({
  ...guardedCodeDocument.shape,
  tier: z.optional(tierSchema),
  issuedBy: z.optional(z.string()),
  issuedAt: z.optional(firestoreTime),
  voidedAt: z.optional(firestoreTime),
});

export const resetDocument = z.object({
  /** The key of the address that it was sent to. */
  address: digest,
  uid: z.string(),
  email: z.string(),
  validUntil: firestoreTime,
  expireAt: firestoreTime,
});

export const transferDocument = z.object({
  uid: z.string(),
  validUntil: firestoreTime,
  expireAt: firestoreTime,
});

/** Leave to bring one file to the store, which storage.rules read. `size` in bytes. */
export const uploadDocument = z.object({
  uid: z.string(),
  kind: uploadKindSchema,
  type: uploadTypeSchema,
  size: z.int(),
  createdAt: firestoreTime,
  /** When a submission named it: nothing is brought from then on. */
  usedAt: z.nullable(firestoreTime),
  expireAt: firestoreTime,
});

/** Who signed up; with the id that their account will have. Several of one address wait side by side. */
export const registrationDocument = z.object({
  /** The key of the address. */
  address: digest,
  fullName: z.string(),
  email: z.string(),
  phone: z.string(),
  country: z.string(),
  telegram: z.nullable(z.string()),
  /** Hashed with a salt of the address, so that two of one address can be compared. */
  password: passwordHashDocument,
  /** The digests of the last codes that were sent for it, each of which confirms it. */
  codes: z.array(z.object({ digest, validUntil: firestoreTime })),
  createdAt: firestoreTime,
  expireAt: firestoreTime,
});

export const rateLimitDocument = z.object({
  /** When it happened, of a limit that is counted in one document. */
  times: z.optional(z.array(firestoreTime)),
  /** How often, of one that is spread over several. */
  count: z.optional(z.number()),
  expireAt: z.optional(firestoreTime),
});

/** A grant of our server, without which no token opens anything, with the device that it was given to. */
export const sessionDocument = z.object({
  uid: z.string(),
  /** Said from its first use on. */
  browser: z.optional(z.string()),
  platform: z.optional(z.string()),
  signedInAt: firestoreTime,
  lastSeenAt: firestoreTime,
  endedAt: z.nullable(firestoreTime),
  /** When the second factor was shown last; null opens nothing of staff's. */
  secondFactorAt: z._default(z.nullable(firestoreTime), null),
  /** True where the site demanded none as it began: then `secondFactorAt` is when that was. */
  factorExempt: z._default(z.boolean(), false),
  expireAt: firestoreTime,
});

export const idempotencyDocument = z.object({
  uid: z.string(),
  /** What the call asked for, as text. */
  asks: z.string(),
  createdAt: firestoreTime,
  expireAt: firestoreTime,
});

export const admissionCodeDocument = z.object({ uid: z.string() });

/** A deletion under way, with what the member's name is replaced by in the audit. */
export const deletionDocument = z.object({
  uid: z.string(),
  email: z.string(),
  /** Texts that name the member, for the audit's free text; none in a deletion begun before they were stored. */
  names: z._default(z.array(z.string()), []),
  startedAt: firestoreTime,
});

/** Where a user stands in the list of all, oldest first: the instant as it is stored. */
export const userAnchorDocument = z.object({
  uid: z.string(),
  createdAt: z.custom<Timestamp>((value) => value instanceof Timestamp),
});
export const userAnchorsHeadDocument = z.object({ anchors: z.int() });

export const proofClaimDocument = z.object({
  uid: z.string(),
  /** Uid of the member of staff. */
  by: z.string(),
  until: firestoreTime,
});

export const proofFingerprintDocument = z.object({
  uid: z.string(),
  createdAt: firestoreTime,
  fingerprint: fingerprintSchema,
  keys: z.array(z.string()),
});

export const brokerAccountDocument = z.object({
  traderId: z.string(),
  underOurLink: z.boolean(),
  funded: z.boolean(),
  /** Dollars; null where the list does not say. */
  amount: z.nullable(z.number()),
  importedAt: firestoreTime,
});

export const cannedAnswerDocument = z.object({ title: z.string(), text: z.string() });

export const mailDocument = z.object({
  uid: z.optional(z.nullable(z.string())),
  template: z.string(),
  to: z.string(),
  parameters: z.record(z.string(), z.string()),
  /** Secret parameters; null once they are not needed any more. */
  sealed: z.nullable(sealed),
  state: z.enum(['waiting', 'sending', 'sent', 'dead']),
  attempts: z.int(),
  /** When an attempt may begin; null once there will be none. */
  dueAt: z.nullable(firestoreTime),
  validUntil: z.nullable(firestoreTime),
  problem: z.nullable(z.string()),
  createdAt: firestoreTime,
  updatedAt: firestoreTime,
});

/** A device that receives pushes. */
export const pushSubscriptionDocument = z.object({
  uid: z.string(),
  /** The session that it lives and ends with. */
  sid: z.string(),
  endpoint: z.string(),
  keys: z.object({ p256dh: z.string(), auth: z.string() }),
  zone: z.string(),
  preferences: pushPreferencesSchema,
  pausedUntil: z.nullable(firestoreTime),
  /** By these two a signal's devices are found: which they hear, and from when on. Neither grants anything. */
  signals: z.enum(['none', 'basic', 'all']),
  restsUntil: firestoreTime,
  today: z.object({ day: z.string(), told: z.int() }),
  createdAt: firestoreTime,
  seenAt: firestoreTime,
});

/** A push to be delivered: an outbox, and how far it has come. */
export const pushDocument = z.object({
  event: z.enum([...PUSH_EVENTS, 'test']),
  /** The member whom it concerns; null for a signal, which concerns whoever receives it. */
  uid: z.nullable(z.string()),
  /** The slot of a signal, or the row of the device that is tested. */
  about: z.nullable(z.string()),
  /** From then on nobody is told any more. */
  validUntil: firestoreTime,
  createdAt: firestoreTime,
  /** When a run may take it up; null once there will be none. */
  dueAt: z.nullable(firestoreTime),
  attempts: z.int(),
  /** The last device that a run went about telling: devices up to it are never told again. */
  cursor: z.nullable(z.object({ restsUntil: firestoreTime, id: z.string() })),
  told: z.int(),
  failed: z.int(),
  state: z.enum(['waiting', 'telling', 'told', 'expired', 'dead']),
});

export const pushDelaysDocument = z.object({
  day: z.string(),
  shown: z.int(),
  delays: countsByClass,
});
export const publicationsDocument = z.object({
  day: z.string(),
  published: z.int(),
  delays: countsByClass,
});

/** The rules of a record; what was written before a genesis stated any is of the four levels of then. */
const statedRules = z._default(ladderRulesSchema, UNSTATED_RULES);

export const ledgerHeadDocument = z.object({
  ledgerId: z.string(),
  rules: statedRules,
  seq: z.int(),
  hash: sha256Schema,
  at: firestoreTime,
  source: sourceSchema,
  lastSlot: z.nullable(slotOfId),
  closedFrom: z.nullable(slotOfId),
});

/** The ledger's head, stamped that day. */
export const stampDocument = z.object({
  day: daySchema,
  ledgerId: z.string(),
  seq: z.int(),
  hash: sha256Schema,
  authority: z.string(),
  genTime: firestoreTime,
  token: z.base64(),
});

export const missDocument = z.object({ slot: slotIdSchema, reason: z.string() });
export const correctionDocument = z.object({ slot: slotIdSchema, ledgerSeq: z.int() });

/** How far a job came that goes on from there. */
export const progressDocument = z.object({ doneUntil: firestoreTime });

/** A close as it was first seen and, where it was a jump, seen again. */
export const candleDocument = z.object({
  pair: pairSchema,
  slot: slotIdSchema,
  close: z.number(),
  source: sourceSchema,
  fetchedAt: firestoreTime,
  isDoubtful: z._default(z.boolean(), false),
});

export const chartDocument = z.object({
  candles: z.array(
    z.object({
      time: firestoreTime,
      open: z.number(),
      high: z.number(),
      low: z.number(),
      close: z.number(),
    }),
  ),
});

const curve = z.array(z.object({ from: z.number(), trials: count, rate: z.number() }));
const skill = z.object({
  forecasts: count,
  said: z.number(),
  seen: z.number(),
  brier: z.number(),
  brierSkill: z.object({ value: z.number(), low: z.number(), high: z.number() }),
  deviation: z.number(),
});

export const calibrationDocument = z.object({
  strategyId: z.string(),
  strategyHash: sha256Schema,
  source: sourceSchema,
  rules: statedRules,
  version: z.string(),
  fittedAt: firestoreTime,
  trials: count,
  trialsByPair: z.record(z.string(), count),
  curves: z.object({ moves: curve, firstEntry: curve, withinFour: curve }),
  checkup: z.nullable(
    z.object({
      from: firestoreTime,
      firstEntry: skill,
      withinFour: skill,
      reliability: z.array(z.object({ said: z.number(), seen: z.number(), trials: count })),
    }),
  ),
  switchedOff: z.nullable(z.object({ since: firestoreTime, reason: z.string() })),
});

/** The countdown of the landing page: when a round ends, and how long one takes (ms). */
export const countdownDocument = z.object({
  endsAt: firestoreTime,
  roundMs: z._default(z.int().check(z.gte(1000)), DEFAULT_ROUNDS.roundMs),
});

/** What is switched off without a deployment. */
export const flagsDocument = z.strictObject({
  push: z.boolean(),
  signUp: z.boolean(),
  /** Ids of strategies that no signal may come from. */
  strategiesOff: z.array(z.string()),
});

export const configDocument = z.union([flagsDocument, countdownDocument]);
