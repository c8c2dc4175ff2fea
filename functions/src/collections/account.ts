import { userDocumentSchema } from '@quantalgo/contracts/account/member';
import { botsDocumentSchema } from '@quantalgo/contracts/bots/bot';
import { DAY_MS, firestoreTimeSchema, HOUR_MS, MINUTE_MS } from '@quantalgo/contracts/core/time';
import { RESET_TOKEN_TTL_MS, TRANSFER_CODE_TTL_MS } from '@quantalgo/contracts/core/validation';
import * as z from 'zod/mini';
import { MAX_WINDOW_MS } from '../domain/core/limits';
import { formatRetention, MAX_SESSION_MS, SESSION_IDLE_MS } from '../retention';
import {
  API,
  memberCode,
  type Collections,
  dueIn,
  expiresAfter,
  keptFor,
  notExported,
  ownedByMember,
  retainedText,
  seenAfter,
  STAFF_BY_API,
  waitsForStaff,
} from './collection';
import { digest, guardedCodeDocument } from './fields';

// AES-256-GCM in base64. The initialisation vector and tag alone take 28 bytes.
const sealed = z.base64().check(z.minLength(40, 'Too short to be sealed'));

/** scrypt, with its parameters and the version of the pepper. */
export const passwordHashDocument = z.object({
  hash: z.base64(),
  salt: z.base64(),
  n: z.int(),
  r: z.int(),
  p: z.int(),
  pepper: z.int(),
});

/** Written whenever all sessions are ended, and read at every login. */
export const credentialDocument = z.object({
  password: z.nullable(passwordHashDocument),
  changedAt: firestoreTimeSchema,
  blocked: z.boolean(),
  // Digests of known devices' secrets, newest last.
  devices: z.array(digest),
  // Times of recent notices about new devices.
  noticeTimes: z.array(firestoreTimeSchema),
});

export const secondFactorDocument = z.object({
  secret: z._default(z.nullable(sealed), null),
  confirmedAt: z._default(z.nullable(firestoreTimeSchema), null),
  // A new secret, pending its first code.
  pending: z.nullable(z.object({ secret: sealed, validUntil: firestoreTimeSchema })),
  // Step of the last accepted code. Codes up to it are refused.
  lastStep: z._default(z.int(), 0),
  recovery: z._default(z.array(digest), []),
});

export const addressDocument = z.object({ uid: z.string() });

const addressChangeDocument = z.object({
  ...guardedCodeDocument.shape,
  email: z.optional(z.string()),
});

export const resetDocument = z.object({
  address: digest,
  uid: z.string(),
  email: z.string(),
  validUntil: firestoreTimeSchema,
  expireAt: firestoreTimeSchema,
});

export const transferDocument = z.object({
  uid: z.string(),
  // The session that requested it.
  sid: z.string(),
  validUntil: firestoreTimeSchema,
  expireAt: firestoreTimeSchema,
});

/** Stored under the future account's uid. One address may have several registrations. */
export const registrationDocument = z.object({
  address: digest,
  fullName: z.string(),
  email: z.string(),
  phone: z.string(),
  country: z.string(),
  telegram: z.nullable(z.string()),
  // The salt is derived from the address, so that registrations of one address can be compared.
  password: passwordHashDocument,
  // True if someone registered the address with another password, which wasn't stored.
  contested: z.optional(z.boolean()),
  // Any of the latest codes confirms the address.
  codes: z.array(z.object({ digest, validUntil: firestoreTimeSchema })),
  createdAt: firestoreTimeSchema,
  expireAt: firestoreTimeSchema,
});

export const rateLimitDocument = z.object({
  times: z.optional(z.array(firestoreTimeSchema)),
  count: z.optional(z.number()),
  expireAt: firestoreTimeSchema,
});

/** Issued by our server. A token without an open session gives no access. */
export const sessionDocument = z.object({
  uid: z.string(),
  browser: z.optional(z.string()),
  platform: z.optional(z.string()),
  loggedInAt: firestoreTimeSchema,
  lastSeenAt: firestoreTimeSchema,
  endedAt: z.nullable(firestoreTimeSchema),
  // When the second factor was last verified. Null denies access to staff endpoints.
  secondFactorAt: z.nullable(firestoreTimeSchema),
  // True if the site required no second factor when the session began. `secondFactorAt` is then
  // that time.
  factorExempt: z.boolean(),
  expireAt: firestoreTimeSchema,
});

const idempotencyDocument = z.object({
  uid: z.string(),
  contentDigest: z.string(),
  submitted: z.optional(
    z.object({ collection: z.enum(['proofs', 'setups', 'pictures']), id: z.string() }),
  ),
  createdAt: firestoreTimeSchema,
  expireAt: firestoreTimeSchema,
});

export const deletionDocument = z.object({
  uid: z.string(),
  email: z.string(),
  // Texts to replace in the audit.
  names: z.array(z.string()),
  startedAt: firestoreTimeSchema,
});

export const mailDocument = z.object({
  uid: z.nullable(z.string()),
  template: z.string(),
  to: z.string(),
  parameters: z.record(z.string(), z.string()),
  sealed: z.nullable(sealed),
  state: z.enum(['waiting', 'sending', 'sent', 'dead']),
  attempts: z.int(),
  dueAt: z.nullable(firestoreTimeSchema),
  validUntil: z.nullable(firestoreTimeSchema),
  problem: z.nullable(z.string()),
  createdAt: firestoreTimeSchema,
  updatedAt: firestoreTimeSchema,
});

export const MEMBERS = {
  users: {
    id: '{uid}',
    holds: 'the member, and the source of truth for their access',
    schema: userDocumentSchema,
    wayIn: 'none',
    waiting: [
      {
        what: 'Account claims',
        since: 'claimsDueAt',
        sweep: 'resumeDeletions',
        retryAfterMs: 5 * MINUTE_MS,
        staff: seenAfter(30 * MINUTE_MS),
      },
      {
        what: 'Decision on a proof',
        for: 'staff',
        fields: ['proofWaitingSince'],
        shown: 'Users, “With a pending proof”',
      },
    ],
    member: { by: 'id', erase: 'first', export: { as: 'user' } },
    kept: 'until deletion',
    queries: [
      'email',
      'nameLower',
      'admissionCode',
      'createdAt asc',
      'createdAt desc',
      'broker.registeredAt asc',
      'tier, createdAt asc',
      'tier, createdAt desc',
      'proofWaitingSince asc',
      'proofWaitingSince desc',
      'claimsDueAt asc',
      'dashboardUnlocked, country',
      'dashboardUnlocked, tier',
      'staff',
    ],
    unindexed: ['readMark'],
    readers: 'owner and staff',
    writers: 'api, jobs',
  },
  bots: {
    id: '{uid}',
    holds: 'a member’s paper bots',
    schema: botsDocumentSchema,
    wayIn: 'none',
    waiting: 'none',
    strict: true,
    ...ownedByMember({ as: 'bots' }),
    kept: 'until deletion',
    unindexed: ['bots'],
    served: 'via the API',
    ...API,
  },
  credentials: {
    id: '{uid}',
    holds: 'the password hash, and the event that last ended all sessions',
    schema: credentialDocument,
    wayIn: 'devices forgotten',
    waiting: 'none',
    strict: true,
    member: {
      by: 'id',
      erase: 'delete',
      export: notExported('a password hash is only useful to an attacker'),
    },
    kept: 'until deletion',
    unindexed: ['password'],
    ...API,
  },
  addresses: {
    id: '{digest}',
    holds: 'the owner of an email address',
    schema: addressDocument,
    wayIn: 'none',
    waiting: 'none',
    strict: true,
    member: { by: 'address', erase: 'delete', export: notExported('already in `user`') },
    kept: 'until deletion',
    ...API,
  },
  registrations: {
    id: '{uid}',
    holds: 'an unconfirmed sign-up, with its password hash',
    schema: registrationDocument,
    // A confirmation code stays valid until the session it was requested for is open.
    wayIn: 'deleted by id',
    waiting: [
      {
        what: 'Confirmation of an address',
        for: 'member',
        shown:
          'the sign-up page; Users, “Unconfirmed addresses”; `expireRegistrations` deletes it after a day',
      },
    ],
    strict: true,
    member: {
      by: 'address field',
      erase: 'delete',
      export: notExported('an unconfirmed sign-up isn’t an account yet'),
    },
    ...keptFor(DAY_MS),
    queries: ['address', 'expireAt asc', 'expireAt desc'],
    served: 'staff via the API, without the hash',
    ...API,
  },
  sessions: {
    id: '{sid}',
    holds: 'a login session, its device, and when it ended',
    schema: sessionDocument,
    wayIn: 'sessions ended',
    waiting: 'none',
    strict: true,
    ...ownedByMember({ as: 'devices' }),
    ...expiresAfter(
      DAY_MS,
      (period) =>
        `until ${formatRetention(SESSION_IDLE_MS)} without use, ${formatRetention(MAX_SESSION_MS)} at most; ${period} after it was ended`,
    ),
    queries: ['uid, endedAt, lastSeenAt desc'],
    // Queried only through the composite index, because single-field indexes on timestamps are
    // write hotspots.
    unindexed: ['endedAt', 'lastSeenAt'],
    readers: 'own session',
    served: 'via the API',
    ...API,
  },
  secondFactors: {
    id: '{uid}',
    holds: 'a staff member’s encrypted second factor; digests of the recovery codes',
    schema: secondFactorDocument,
    // A second factor is useless without an open session.
    wayIn: 'none',
    waiting: [
      {
        what: 'First code of a new second factor',
        for: 'member',
        fields: ['pending'],
        shown: 'Second factor; the code expires within minutes',
      },
    ],
    strict: true,
    member: { by: 'id', erase: 'delete', export: retainedText('a second factor') },
    kept: 'until replaced, reset, or its owner is no longer staff',
    ...API,
  },
  resets: {
    id: '{digest}',
    holds: 'whose password reset link it is',
    strict: true,
    schema: resetDocument,
    wayIn: 'deleted by uid',
    waiting: 'none',
    ...ownedByMember(retainedText('a password reset code')),
    kept: formatRetention(RESET_TOKEN_TTL_MS),
    expires: true,
    queries: ['address'],
    ...API,
  },
  transfers: {
    id: '{digest}',
    holds: 'the member and session that requested a transfer code',
    strict: true,
    schema: transferDocument,
    wayIn: 'deleted by uid',
    waiting: 'none',
    ...ownedByMember(retainedText('a transfer code')),
    kept: formatRetention(TRANSFER_CODE_TTL_MS),
    expires: true,
    ...API,
  },
  addressChanges: {
    id: '{uid}',
    holds: 'the digest of an email change code, and the number of attempts',
    schema: addressChangeDocument,
    wayIn: 'deleted by id',
    waiting: 'none',
    ...memberCode('id', 'a change of email address'),
  },
  idempotency: {
    id: '{uid_key}',
    holds: 'a call that was applied, so that a retry doesn’t apply it again',
    schema: idempotencyDocument,
    wayIn: 'none',
    waiting: 'none',
    strict: true,
    ...ownedByMember(retainedText('a request you sent, stored so that it takes effect only once')),
    // Longer than any client keeps a call in its outbox.
    ...expiresAfter(60 * DAY_MS),
    ...API,
  },
  rateLimits: {
    id: '{digest}',
    holds: 'recent counts for rate limits',
    schema: rateLimitDocument,
    wayIn: 'none',
    waiting: 'none',
    strict: true,
    member: { by: 'digest', erase: 'delete', export: notExported('times of calls, for a day') },
    kept: `${formatRetention(MAX_WINDOW_MS)} at most`,
    expires: true,
    unindexed: ['times'],
    ...API,
  },
  mail: {
    id: '{id}',
    holds: 'the email queue: template and parameters, secret ones encrypted until sent',
    schema: mailDocument,
    wayIn: 'none',
    waiting: [
      dueIn('Email', 'retryMail', seenAfter(10 * MINUTE_MS, 'mail-late')),
      waitsForStaff('Undeliverable email', ['dead'], 'Mail'),
    ],
    member: { by: 'recipient', erase: 'delete', export: { as: 'mails' } },
    ...expiresAfter(30 * DAY_MS),
    queries: ['to', 'uid', 'dueAt asc', 'state, updatedAt desc'],
    served: STAFF_BY_API,
    writers: 'api, deliverMail, runMailTask',
  },
  deletions: {
    id: '{uid}',
    holds: 'a deletion in progress',
    schema: deletionDocument,
    wayIn: 'none',
    waiting: [
      {
        what: 'Deletion of an account',
        since: 'startedAt',
        sweep: 'resumeDeletions',
        retryAfterMs: 0,
        staff: seenAfter(2 * HOUR_MS, 'deletion-late'),
      },
    ],
    member: { by: 'id', erase: 'last', export: notExported('the account no longer exists') },
    kept: 'until it is done',
    queries: ['startedAt asc'],
    writers: 'api, resumeDeletions',
  },
} as const satisfies Collections;
