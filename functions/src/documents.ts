import {
  daySchema,
  fingerprintSchema,
  firestoreTime,
  ladderRulesSchema,
  pairSchema,
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
 * Schemas of documents that no client reads. Those that clients read are in contracts; `collections.ts` names the
 * schema of every collection. Times are Timestamps, epoch ms once parsed. A reader picks the fields that it needs.
 */

/** HMAC-SHA-256 in base64url: stored in place of a code, a token or an address. */
const digest = z.string().check(z.regex(/^[\w-]{43}$/, 'Not a digest'));

/** AES-256-GCM in base64: initialisation vector and tag alone are 28 bytes. */
const sealed = z.base64().check(z.minLength(40, 'Too short to be sealed'));

const slotOfId = z.pipe(slotIdSchema, z.transform(slotStartOfId));
const count = z.int().check(z.gte(0));
const countsByClass = z.record(z.string(), z.int());

/** A code, stored only as its digest, and the wrong tries at it. */
export const guardedCodeDocument = z.object({
  digest: z.nullable(digest),
  tries: z.int(),
  validUntil: firestoreTime,
  triesUntil: firestoreTime,
  expireAt: firestoreTime,
});

/** The owner of a display name. */
export const displayNameDocument = z.object({ uid: z.string() });

/** How often a member's journal changed, and how many entries it has. */
export const journalHeadDocument = z.object({ seq: count, entries: count });

/** scrypt hash of a password with its parameters and the version of its pepper. */
export const passwordHashDocument = z.object({
  hash: z.base64(),
  salt: z.base64(),
  n: z.int(),
  r: z.int(),
  p: z.int(),
  pepper: z.int(),
});

/** A member's credential. It is written whenever all sessions are ended, and read at every login. */
export const credentialDocument = z.object({
  /** Null until one is chosen. */
  password: z.nullable(passwordHashDocument),
  changedAt: firestoreTime,
  sessionsEndedAt: z.nullable(firestoreTime),
  /** True while the account is disabled in the console of Firebase. */
  blocked: z.boolean(),
  /** Digests of the secrets of devices that signed in before, newest last. */
  devices: z._default(z.array(digest), []),
  /** When the member was told lately that a new one signed in. */
  toldAt: z._default(z.array(firestoreTime), []),
});

/** A staff member's second factor: sealed secrets, and digests of the remaining recovery codes. */
export const secondFactorDocument = z.object({
  /** Null until the first one is confirmed. */
  secret: z._default(z.nullable(sealed), null),
  confirmedAt: z._default(z.nullable(firestoreTime), null),
  /** A new secret, until it is confirmed by its first code. */
  pending: z.nullable(z.object({ secret: sealed, validUntil: firestoreTime })),
  /** The step of the last accepted code: codes of that step or earlier ones are refused. */
  lastStep: z._default(z.int(), 0),
  recovery: z._default(z.array(digest), []),
});

/** The owner of an address. */
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
  /** The key of the address it was sent to. */
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

/** Permission to upload one file, checked by storage.rules. `size` in bytes. */
export const uploadDocument = z.object({
  uid: z.string(),
  kind: uploadKindSchema,
  type: uploadTypeSchema,
  size: z.int(),
  createdAt: firestoreTime,
  /** When it was submitted; the file can't be uploaded again after that. */
  usedAt: z.nullable(firestoreTime),
  expireAt: firestoreTime,
});

/** An unconfirmed registration, under the id of its future account. There may be several for one address. */
export const registrationDocument = z.object({
  /** The key of the address. */
  address: digest,
  fullName: z.string(),
  email: z.string(),
  phone: z.string(),
  country: z.string(),
  telegram: z.nullable(z.string()),
  /** Hashed with a salt derived from the address, so that registrations of one address can be compared. */
  password: passwordHashDocument,
  /** True where somebody registered the address with another password, which wasn't stored. */
  contested: z.optional(z.boolean()),
  /** Digests of the latest codes sent for it, each of which confirms it. */
  codes: z.array(z.object({ digest, validUntil: firestoreTime })),
  createdAt: firestoreTime,
  expireAt: firestoreTime,
});

export const rateLimitDocument = z.object({
  /** Times of the events, for a limit counted in one document. */
  times: z.optional(z.array(firestoreTime)),
  /** Number of events, for a limit spread over several documents. */
  count: z.optional(z.number()),
  expireAt: z.optional(firestoreTime),
});

/** A session granted by our server, with its device. Without one no token gives access. */
export const sessionDocument = z.object({
  uid: z.string(),
  /** Set at its first use, as is `platform`. */
  browser: z.optional(z.string()),
  platform: z.optional(z.string()),
  signedInAt: firestoreTime,
  lastSeenAt: firestoreTime,
  endedAt: z.nullable(firestoreTime),
  /** When the second factor was last shown; with null, staff's endpoints are closed. */
  secondFactorAt: z._default(z.nullable(firestoreTime), null),
  /** True where the site demanded none when the session began; `secondFactorAt` is then that time. */
  factorExempt: z._default(z.boolean(), false),
  expireAt: firestoreTime,
});

export const idempotencyDocument = z.object({
  uid: z.string(),
  /** The call's content, as text. */
  asks: z.string(),
  createdAt: firestoreTime,
  expireAt: firestoreTime,
});

export const admissionCodeDocument = z.object({ uid: z.string() });

/** A deletion under way. */
export const deletionDocument = z.object({
  uid: z.string(),
  email: z.string(),
  /** Texts that name the member, to be replaced in the audit; none in deletions begun before this was stored. */
  names: z._default(z.array(z.string()), []),
  startedAt: firestoreTime,
});

/** A user's position in the list of all users, oldest first; `createdAt` in its stored precision. */
export const userAnchorDocument = z.object({
  uid: z.string(),
  createdAt: z.custom<Timestamp>((value) => value instanceof Timestamp),
});
export const userAnchorsHeadDocument = z.object({ anchors: z.int() });

export const proofClaimDocument = z.object({
  uid: z.string(),
  /** Uid of the staff member. */
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
  /** Dollars; null where the list states none. */
  amount: z.nullable(z.number()),
  importedAt: firestoreTime,
});

export const cannedAnswerDocument = z.object({ title: z.string(), text: z.string() });

export const mailDocument = z.object({
  uid: z.optional(z.nullable(z.string())),
  template: z.string(),
  to: z.string(),
  parameters: z.record(z.string(), z.string()),
  /** Secret parameters; null once they are no longer needed. */
  sealed: z.nullable(sealed),
  state: z.enum(['waiting', 'sending', 'sent', 'dead']),
  attempts: z.int(),
  /** When the next attempt may begin; null once there are no more. */
  dueAt: z.nullable(firestoreTime),
  validUntil: z.nullable(firestoreTime),
  problem: z.nullable(z.string()),
  createdAt: firestoreTime,
  updatedAt: firestoreTime,
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

/** The rules of a record; documents from before a genesis stated rules have the four levels of that time. */
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

/** The right edge of the ledger's Merkle log: its growing tiles in base64, 32 bytes a hash, the lowest level first. */
export const logDocument = z.object({
  ledgerId: z.string(),
  size: count,
  edge: z.array(z.base64()),
  /** The newest signed checkpoint, and the key that checks it; null until the log has all entries and a key signed it. */
  checkpoint: z.nullable(z.string()),
  verifierKey: z.nullable(z.string()),
  /** The newest checkpoint that as many witnesses cosigned as the deployment demands. */
  cosigned: z._default(z.nullable(z.string()), null),
});

/** A full tile of the log: 256 hashes in base64. */
export const logTileDocument = z.object({
  ledgerId: z.string(),
  hashes: z.base64().check(z.length(10_924)),
});

/** A day's time-stamp of the ledger's head. */
export const stampDocument = z.object({
  day: daySchema,
  ledgerId: z.string(),
  seq: z.int(),
  hash: sha256Schema,
  authority: z.string(),
  genTime: firestoreTime,
  token: z.base64(),
});

/** The time-stamps of the checkpoint that a slot ended with. */
export const checkpointStampDocument = z.object({
  slot: slotIdSchema,
  ledgerId: z.string(),
  origin: z.string(),
  size: z.int(),
  root: z.base64(),
  stamps: z.array(z.object({ authority: z.string(), genTime: firestoreTime })),
  /** The tokens of the stamps, in their order: DER. */
  tokens: z.array(z.base64()),
});

export const missDocument = z.object({ slot: slotIdSchema, reason: z.string() });
export const correctionDocument = z.object({ slot: slotIdSchema, ledgerSeq: z.int() });

/** The progress of a job, from which the next run resumes. */
export const progressDocument = z.object({ doneUntil: firestoreTime });

/** A close as first read and, where it was a jump, as read again. */
export const candleDocument = z.object({
  pair: pairSchema,
  slot: slotIdSchema,
  close: z.number(),
  source: sourceSchema,
  fetchedAt: firestoreTime,
  /** Absent from closes that an earlier version stored. */
  firstReadAt: z.optional(firestoreTime),
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
  designEffect: z._default(z.number(), 1),
});
const curves = { moves: curve, firstEntry: curve, withinFour: curve };

export const calibrationDocument = z.object({
  strategyId: z.string(),
  strategyHash: sha256Schema,
  source: sourceSchema,
  rules: statedRules,
  version: z.string(),
  fittedAt: firestoreTime,
  trials: count,
  trialsByPair: z.record(z.string(), count),
  curves: z.object(curves),
  /** Calibrations of before have no curves of pairs, and took each trial for an independent one. */
  curvesByPair: z._default(z.record(z.string(), z.object({ ...curves, moved: z.number() })), {}),
  carriedFrom: z.optional(z.record(z.string(), firestoreTime)),
  designEffects: z._default(
    z.object({ moves: z.number(), firstEntry: z.number(), withinFour: z.number() }),
    { moves: 1, firstEntry: 1, withinFour: 1 },
  ),
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

/** The countdown of the landing page: the end of a round, and the length of a round (ms). */
export const countdownDocument = z.object({
  endsAt: firestoreTime,
  roundMs: z._default(z.int().check(z.gte(1000)), DEFAULT_ROUNDS.roundMs),
});

/** Switches that take effect without a deployment. */
export const flagsDocument = z.strictObject({
  push: z.boolean(),
  signUp: z.boolean(),
  /** Ids of strategies that must not produce signals. */
  strategiesOff: z.array(z.string()),
});

export const configDocument = z.union([flagsDocument, countdownDocument]);
