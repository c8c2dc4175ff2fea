import {
  accessEventDocumentSchema,
  heartbeatSchema,
  ledgerEntrySchema,
  performanceCountersSchema,
  proofDocumentSchema,
  setupDocumentSchema,
  signalDocumentSchema,
  staffActionDocumentSchema,
  ticketDocumentSchema,
  userDocumentSchema,
  type AccountData,
} from '@quantalgo/contracts';
import * as z from 'zod/mini';
import * as documents from './documents';
import { isZone } from './domain/pushPreferences';

/**
 * How a member is found in a collection: by the id, which is their uid; by the field `uid`; under the key of their
 * address, or by that key in the field `address`; as the recipient of a mail; by the trader IDs of their submissions; under digests of uid and address.
 */
export type Owner = 'id' | 'uid' | 'address' | 'address field' | 'recipient' | 'trader' | 'digest';

/**
 * What erasing a member does: documents go `first`, with the decision; then `delete`d; those written as long as a proof
 * is there `after proofs`; and `last` what says that the deletion is under way. In an audit the fields that name them,
 * and the free text, get a pseudonym.
 */
export type Erasing =
  | 'first'
  | 'delete'
  | 'after proofs'
  | 'last'
  | { readonly pseudonymise: { readonly fields: readonly string[]; readonly text: string } };

/** What exporting a member does: a part of the archive, a line of what is remembered, or nothing, and why. */
export type Exporting =
  | { readonly as: Exclude<keyof AccountData, 'remembered' | 'files' | 'format' | 'exportedAt'> }
  | { readonly remembered: string }
  | { readonly leaveOut: string };

/** Whom firestore.rules let read. */
export type Readers = 'nobody' | 'staff' | 'owner' | 'owner and staff' | 'unlocked' | 'by audience';

export interface Collection {
  /** The documents' ids after the collection's name; a name without braces where there is one document. */
  readonly id: string;
  readonly holds: string;
  readonly schema: z.ZodMiniType;
  /** True where an unknown field would be a secret stored in clear: invariants allow none. */
  readonly strict?: true;
  /** Whose the documents are; null for nobody's: neither erased nor exported. */
  readonly member: {
    readonly by: Owner;
    readonly erase: Erasing;
    readonly export: Exporting;
  } | null;
  readonly kept: string;
  /** True where Firestore deletes a document after its `expireAt`. */
  readonly expires?: true;
  /** Each as its equal fields, a list's field with `[]`, and the order. By the owner's `uid` is asked anyway. */
  readonly queries?: readonly string[];
  /** Fields that are never indexed, `expireAt` aside. */
  readonly unindexed?: readonly string[];
  readonly readers?: Exclude<Readers, 'nobody'>;
  /** Who else gets to see the documents, by the api. */
  readonly served?: string;
  readonly writers: string;
}

const STAFF_SEE = 'staff by the api';
const TO_NOBODY = { member: null } as const;
const API = { writers: 'api' } as const;
const RECORDERS = 'publishSignal, settleSignals';
const OF_RECORD = { ...TO_NOBODY, kept: 'always' } as const;

/** A collection whose documents name their member in `uid` and go with them. */
const ofMember = <const E extends Exporting>(exporting: E, erase: Erasing = 'delete') =>
  ({ member: { by: 'uid', erase, export: exporting } }) as const;
const remembered = (words: string) => ({ remembered: words }) as const;
const leaveOut = (why: string) => ({ leaveOut: why }) as const;

/** A code under the member's uid, or under the key of their address. */
const codeOf = (by: 'id' | 'address', words: string) =>
  ({
    member: { by, erase: 'delete', export: remembered(words) },
    kept: 'until it runs out',
    expires: true,
    strict: true,
    writers: 'api',
  }) as const;

const audit = <const E extends Exporting>(exporting: E) =>
  ({
    member: {
      by: 'uid',
      erase: { pseudonymise: { fields: ['uid', 'by'], text: 'reason' } },
      export: exporting,
    },
    kept: 'always; a pseudonym after deletion',
    queries: ['by', 'at desc', 'uid, at desc', 'by, at desc', 'by, uid, at desc'],
  }) as const;

const NEWEST_OF_MEMBER = 'uid, createdAt desc';
const OLDEST_BY_STATE = 'state, createdAt asc';

const subscriptionInZone = z.object({
  ...documents.pushSubscriptionDocument.shape,
  zone: z.string().check(z.refine(isZone, 'No time zone')),
});

/** Every collection of Firestore, once. A member's archive lists what is remembered in this order. */
export const COLLECTIONS = {
  users: {
    ...{ id: '{uid}', holds: 'the member, and the truth about their access' },
    schema: userDocumentSchema,
    member: { by: 'id', erase: 'first', export: { as: 'user' } },
    kept: 'until deletion',
    queries: [
      ...['email', 'nameLower', 'admissionCode', 'createdAt asc', 'createdAt desc'],
      ...['tier, createdAt asc', 'tier, createdAt desc'],
      ...['proofWaitingSince asc', 'proofWaitingSince desc'],
    ],
    readers: 'owner and staff',
    writers: 'api, jobs',
  },
  signals: {
    ...{ id: '{slot}', holds: 'a signal with its seal’s salt, then its settlement' },
    ...{ schema: signalDocumentSchema, ...OF_RECORD, writers: RECORDERS },
    queries: [
      ...['settlement', 'seeded', 'settlement.settledAt desc', 'settlement, createdAt asc'],
      ...['createdAt asc', 'createdAt desc', 'updatedAt asc'],
      ...['audience, createdAt asc', 'audience, createdAt desc', 'audience, updatedAt asc'],
    ],
    readers: 'by audience',
  },
  ledger: {
    ...{ id: '{seq}', holds: 'an entry of the public record, hashed to the one before' },
    ...{ schema: ledgerEntrySchema, ...OF_RECORD, writers: `${RECORDERS}, correctRecord` },
    ...{ queries: ['slot', 'seq asc'], served: '`/api/ledger`' },
  },
  ledgerHeads: {
    ...{ id: 'current', holds: 'where the ledger ends, and the rules of its genesis' },
    schema: documents.ledgerHeadDocument,
    ...{ ...OF_RECORD, writers: `${RECORDERS}, correctRecord`, served: '`/api/ledger`' },
  },
  stats: {
    ...{ id: 'performance', holds: 'the record’s counters', schema: performanceCountersSchema },
    ...{ ...OF_RECORD, writers: RECORDERS, readers: 'unlocked' },
  },
  status: {
    ...{
      id: 'heartbeat',
      holds: 'what became of the newest slot, and when a closed market opens',
      schema: heartbeatSchema,
    },
    ...{ ...OF_RECORD, writers: 'publishSignal', readers: 'unlocked' },
  },
  misses: {
    ...{ id: '{slot}', holds: 'that and why a slot was missed', schema: documents.missDocument },
    ...{ ...OF_RECORD, queries: ['slot desc'], served: STAFF_SEE, writers: 'publishSignal' },
  },
  charts: {
    ...{ id: '{slot}', holds: 'the candles around a settled signal' },
    ...{ schema: documents.chartDocument, ...OF_RECORD, served: 'by the api' },
    writers: 'settleSignals',
  },
  corrections: {
    ...{ id: '{slot}', holds: 'that a correction was told, once' },
    ...{ schema: documents.correctionDocument, ...OF_RECORD, writers: 'correctRecord' },
  },
  progress: {
    ...{ id: '{job}', holds: 'how far a job came', schema: documents.progressDocument },
    ...{ ...OF_RECORD, writers: 'correctRecord' },
  },
  stamps: {
    ...{ id: '{day}', holds: 'the time-stamp of a day’s head', schema: documents.stampDocument },
    ...{ ...OF_RECORD, queries: ['day asc'], served: '`/api/ledger`', writers: 'stampHead' },
  },
  candles: {
    ...{ id: '{pair_slot}', holds: 'a close as it was first seen' },
    ...{ schema: documents.candleDocument, ...TO_NOBODY, kept: '30 days', expires: true },
    writers: 'settleSignals',
  },
  calibrations: {
    ...{ id: '{id}', holds: 'what a strategy’s scores are worth, under which rules' },
    ...{ schema: documents.calibrationDocument, ...OF_RECORD, writers: 'refitCalibrations' },
  },
  publications: {
    ...{ id: '{day}', holds: 'how long publishing took' },
    ...{ schema: documents.publicationsDocument, ...TO_NOBODY, kept: '90 days', expires: true },
    ...{ queries: ['day desc'], served: STAFF_SEE, writers: 'publishSignal' },
  },
  pushDelays: {
    ...{ id: '{day-shard}', holds: 'how long delivering pushes took' },
    ...{ schema: documents.pushDelaysDocument, ...TO_NOBODY, kept: '90 days', expires: true },
    ...{ queries: ['day desc'], served: STAFF_SEE, ...API },
  },
  proofs: {
    ...{ id: '{id}', holds: 'a proof of a funded account', schema: proofDocumentSchema },
    ...ofMember({ as: 'proofs' }),
    kept: 'until deletion',
    queries: [
      ...[NEWEST_OF_MEMBER, 'uid, state, createdAt asc', 'state', OLDEST_BY_STATE],
      ...['digest', 'traderId'],
    ],
    ...{ readers: 'owner and staff', writers: 'api, inspectProof' },
  },
  setups: {
    ...{ id: '{id}', holds: 'an account setup', schema: setupDocumentSchema },
    ...{ ...ofMember({ as: 'setups' }), kept: 'until deletion' },
    queries: [NEWEST_OF_MEMBER, OLDEST_BY_STATE, 'digest', 'brokerAccount'],
    ...{ readers: 'owner and staff', writers: 'api, inspectSetup' },
  },
  tickets: {
    ...{ id: '{id}', holds: 'a conversation with support', schema: ticketDocumentSchema },
    ...{ ...ofMember({ as: 'tickets' }), kept: 'until deletion' },
    queries: [NEWEST_OF_MEMBER, 'priority, state, createdAt asc'],
    ...{ readers: 'owner and staff', ...API },
  },
  accessEvents: {
    ...{ id: '{id}', holds: 'every change of access: who, whom, before, after, why' },
    ...{ schema: accessEventDocumentSchema, ...audit({ as: 'accessEvents' }) },
    ...{ readers: 'staff', writers: 'api, `npm run staff`' },
  },
  dashboardCodes: {
    ...{ id: '{uid}', holds: 'a dashboard code as its digest, and the tries at it' },
    ...{ schema: documents.dashboardCodeDocument, ...codeOf('id', 'a dashboard code') },
    ...{ queries: ['issuedAt desc'], served: STAFF_SEE },
  },
  addressChanges: {
    ...{ id: '{uid}', holds: 'the code of a change of address as its digest, and the tries' },
    ...{ schema: documents.addressChangeDocument, ...codeOf('id', 'a change of address') },
  },
  idempotency: {
    ...{ id: '{uid_key}', holds: 'a call that was applied, so that it counts once' },
    ...{ schema: documents.idempotencyDocument, strict: true },
    ...ofMember(remembered('a call that was sent, so that it counts once')),
    ...{ kept: '60 days', expires: true, ...API },
  },
  proofFingerprints: {
    ...{ id: '{id}', holds: 'what the image of a proof looks like, coarsely' },
    schema: documents.proofFingerprintDocument,
    ...ofMember(
      remembered('what the image of a proof looks like, to find others that do'),
      'after proofs',
    ),
    ...{ kept: 'until deletion', queries: ['keys[], createdAt desc'], unindexed: ['fingerprint'] },
    ...{ served: STAFF_SEE, ...API },
  },
  pushes: {
    ...{ id: '{id}', holds: 'what devices are to be told', schema: documents.pushDocument },
    ...{ ...ofMember(remembered('a notification for your devices')), kept: '7 days' },
    ...{ expires: true, queries: ['dueAt asc'], writers: 'api, sendPush, resumePushes' },
  },
  resets: {
    ...{ id: '{digest}', holds: 'whose password a link sets', strict: true },
    ...{ schema: documents.resetDocument, ...ofMember(remembered('a password reset code')) },
    ...{ kept: 'an hour', expires: true, queries: ['address'], ...API },
  },
  staffActions: {
    ...{ id: '{id}', holds: 'what else staff did', schema: staffActionDocumentSchema },
    ...audit(remembered('what staff did about you, for the audit')),
    ...{ served: STAFF_SEE, ...API },
  },
  uploads: {
    ...{ id: '{id}', holds: 'leave to bring one file, once', schema: documents.uploadDocument },
    ...{ ...ofMember(remembered('leave to upload a file')), kept: 'a day', expires: true },
    ...API,
  },
  transfers: {
    ...{ id: '{digest}', holds: 'whose session a secret opens', strict: true },
    ...{ schema: documents.transferDocument, ...ofMember(remembered('a transfer code')) },
    ...{ kept: 'minutes', expires: true, ...API },
  },
  proofClaims: {
    ...{ id: '{id}', holds: 'who of staff looks at a proof', schema: documents.proofClaimDocument },
    ...ofMember(leaveOut('says who of staff works, for minutes'), 'after proofs'),
    ...{ kept: 'minutes', expires: true, served: 'by the api', ...API },
  },
  cannedAnswers: {
    ...{ id: '{id}', holds: 'texts of support', schema: documents.cannedAnswerDocument },
    ...{ ...TO_NOBODY, kept: 'until deleted', queries: ['title asc'], served: STAFF_SEE, ...API },
  },
  brokerRegistry: {
    ...{ id: '{digest}', holds: 'accounts as the broker’s list told of them' },
    schema: documents.brokerAccountDocument,
    member: {
      ...{ by: 'trader', erase: 'delete' },
      export: leaveOut('what the broker says of accounts, by their trader IDs alone'),
    },
    ...{ kept: '90 days after a list named them', expires: true, served: STAFF_SEE, ...API },
  },
  userAnchors: {
    ...{ id: '{n}', holds: 'where pages of the list of users begin' },
    schema: z.union([documents.userAnchorDocument, documents.userAnchorsHeadDocument]),
    ...{ ...TO_NOBODY, kept: 'until the next count, within a day' },
    writers: 'anchorUsers, mendConsole',
  },
  admissionCodes: {
    ...{ id: '{code}', holds: 'whose admission code it is' },
    ...{ schema: documents.admissionCodeDocument, ...ofMember(leaveOut('stands in `user`')) },
    ...{ kept: 'until deletion', ...API },
  },
  sessions: {
    ...{ id: '{sid}', holds: 'a sign-in that our server granted, its device, and its end' },
    ...{ schema: documents.sessionDocument, strict: true, ...ofMember({ as: 'devices' }) },
    ...{ kept: 'while it is used, a year at most; a day after its end', expires: true },
    ...{ readers: 'owner', served: 'by the api', ...API },
  },
  credentials: {
    ...{ id: '{uid}', holds: 'the hash of a password, and what ended all sessions' },
    ...{ schema: documents.credentialDocument, strict: true },
    member: {
      by: 'id',
      erase: 'delete',
      export: leaveOut('a hash is of use to nobody but a thief'),
    },
    ...{ kept: 'until deletion', unindexed: ['password'], ...API },
  },
  secondFactors: {
    ...{ id: '{uid}', holds: 'the second factor of staff, sealed; recovery codes as digests' },
    ...{ schema: documents.secondFactorDocument, strict: true },
    member: { by: 'id', erase: 'delete', export: remembered('a second factor') },
    ...{ kept: 'until replaced, reset, or its owner is no longer staff', ...API },
  },
  addresses: {
    ...{ id: '{digest}', holds: 'whose an address is', schema: documents.addressDocument },
    strict: true,
    member: { by: 'address', erase: 'delete', export: leaveOut('stands in `user`') },
    ...{ kept: 'until deletion', ...API },
  },
  registrations: {
    ...{ id: '{uid}', holds: 'who signed up and has not confirmed; the password hashed' },
    ...{ schema: documents.registrationDocument, strict: true },
    member: {
      ...{ by: 'address field', erase: 'delete' },
      export: leaveOut('whoever signed up again with the address is nobody yet'),
    },
    ...{ kept: '24 hours', queries: ['address', 'expireAt asc', 'expireAt desc'] },
    ...{ served: 'staff by the api, without it', ...API },
  },
  rateLimits: {
    ...{ id: '{digest}', holds: 'how often something happened of late' },
    ...{ schema: documents.rateLimitDocument, strict: true },
    member: { by: 'digest', erase: 'delete', export: leaveOut('times of calls, for an hour') },
    ...{ kept: 'an hour at most', expires: true, unindexed: ['times'], ...API },
  },
  mail: {
    ...{ id: '{id}', holds: 'the outbox: template and parameters, secret ones sealed until sent' },
    schema: documents.mailDocument,
    member: { by: 'recipient', erase: 'delete', export: { as: 'mails' } },
    ...{ kept: '30 days', expires: true },
    queries: ['to', 'uid', 'dueAt asc', 'state, updatedAt desc'],
    ...{ served: STAFF_SEE, writers: 'api, deliverMail, retryMail' },
  },
  pushSubscriptions: {
    ...{ id: '{id}', holds: 'devices that are told', schema: subscriptionInZone },
    ...{ ...ofMember({ as: 'pushDevices' }), kept: '60 days', expires: true },
    ...{ queries: ['signals, restsUntil asc'], served: 'own by the api', ...API },
  },
  deletions: {
    ...{ id: '{uid}', holds: 'that a deletion is under way', schema: documents.deletionDocument },
    member: { by: 'id', erase: 'last', export: leaveOut('nobody is left to ask for it') },
    ...{ kept: 'until it is done', queries: ['startedAt asc'], writers: 'api, resumeDeletions' },
  },
  config: {
    ...{ id: 'countdown, flags', holds: 'the countdown of the landing page; what is switched off' },
    ...{ schema: documents.configDocument, ...TO_NOBODY, kept: 'always' },
    ...{ served: '`/countdown`', ...API },
  },
} as const satisfies Readonly<Record<string, Collection>>;
export type CollectionName = keyof typeof COLLECTIONS;

/** The parts of a member's archive that collections make. */
export type ArchivePart = {
  [Name in CollectionName]: (typeof COLLECTIONS)[Name]['member'] extends {
    readonly export: { readonly as: infer Part };
  }
    ? Part
    : never;
}[CollectionName];

/** The same with its fields as any collection may have them, in the order in which they are written above. */
export const EVERY_COLLECTION: readonly (readonly [CollectionName, Collection])[] = namesOf(
  COLLECTIONS,
).map((name) => [name, COLLECTIONS[name]]);

function namesOf(collections: typeof COLLECTIONS): CollectionName[] {
  const isName = (name: string): name is CollectionName => Object.hasOwn(collections, name);
  return Object.keys(collections).filter(isName);
}

/** The collections in which a member is found in this way, and with which erasing them does this. */
export const erasedBy = (by: Owner, erase: Erasing = 'delete'): CollectionName[] =>
  EVERY_COLLECTION.filter(([, { member }]) => member?.by === by && member.erase === erase).map(
    ([name]) => name,
  );
