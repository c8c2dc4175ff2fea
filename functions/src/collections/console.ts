import { tierSchema } from '@quantalgo/contracts/access/access';
import { accessEventDocumentSchema } from '@quantalgo/contracts/access/accessEvent';
import { staffActionDocumentSchema } from '@quantalgo/contracts/console/console';
import { decisionTimesSchema } from '@quantalgo/contracts/console/memberWeeks';
import { countSchema } from '@quantalgo/contracts/core/countSchema';
import { DAY_MS, firestoreTimeSchema } from '@quantalgo/contracts/core/time';
import { problemSchema } from '@quantalgo/contracts/problems/problem';
import { PROOF_CLAIM_TTL_MS } from '@quantalgo/contracts/submissions/review';
import { Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { formatRetention } from '../retention';
import {
  API,
  memberCode,
  type Collections,
  expiresAfter,
  type Exporting,
  notExported,
  MEMBERLESS,
  ownedByMember,
  retainedText,
  STAFF_BY_API,
} from './collection';
import { guardedCodeDocument } from './fields';

export const dashboardCodeDocument = z.object({
  ...guardedCodeDocument.shape,
  tier: z.optional(tierSchema),
  issuedBy: z.optional(z.string()),
  issuedAt: z.optional(firestoreTimeSchema),
  voidedAt: z.optional(firestoreTimeSchema),
});

const admissionCodeDocument = z.object({ uid: z.string() });

// A position in the list of users, oldest first. `createdAt` keeps its stored precision.
export const userAnchorDocument = z.object({
  uid: z.string(),
  createdAt: z.custom<Timestamp>((value) => value instanceof Timestamp),
});

export const userAnchorsHeadDocument = z.object({ anchors: z.int() });

export const proofClaimDocument = z.object({
  uid: z.string(),
  by: z.string(),
  until: firestoreTimeSchema,
});

export const cannedAnswerDocument = z.object({ title: z.string(), text: z.string() });

export const countdownDocument = z.object({
  endsAt: firestoreTimeSchema,
  roundMs: z.int().check(z.gte(1000)),
});

export const flagsDocument = z.strictObject({
  push: z.boolean(),
  signUp: z.boolean(),
  strategiesOff: z.array(z.string()),
  /** Approves a waiting proof that the broker's postbacks confirm. */
  approveMatches: z.boolean(),
});

/** Each count is absent until it is first counted. */
export const memberWeekDocument = z.object({
  opened: z.optional(countSchema),
  signedUp: z.optional(countSchema),
  confirmed: z.optional(countSchema),
  brokerLinked: z.optional(countSchema),
  proofSent: z.optional(countSchema),
  approved: z.optional(countSchema),
  activeAfter7: z.optional(countSchema),
  activeAfter28: z.optional(countSchema),
  decisions: z.optional(decisionTimesSchema),
  countedAt: z.optional(firestoreTimeSchema),
  /** True if the local stack made the week up. */
  demonstration: z.optional(z.boolean()),
});

export const problemDocument = z.object({
  ...problemSchema.shape,
  uid: z.nullable(z.string()),
  createdAt: firestoreTimeSchema,
  expireAt: firestoreTimeSchema,
});

const configDocument = z.union([flagsDocument, countdownDocument]);

/** @param actors further fields that name a person */
const audit = <const E extends Exporting>(exporting: E, ...actors: readonly string[]) =>
  ({
    member: {
      by: 'uid',
      erase: { pseudonymise: { fields: ['uid', 'by', ...actors], text: 'reason' } },
      export: exporting,
    },
    kept: 'always; a pseudonym after deletion',
    queries: ['by', ...actors, 'at desc', 'uid, at desc', 'by, at desc', 'by, uid, at desc'],
  }) as const;

export const CONSOLE = {
  accessEvents: {
    id: '{id}',
    holds: 'every access change: who, whom, before, after, why',
    schema: accessEventDocumentSchema,
    wayIn: 'none',
    waiting: 'none',
    ...audit({ as: 'accessEvents' }, 'issuedBy'),
    readers: 'staff',
    writers: 'api, noteWaitingProof, anchorUsers, `npm run staff`',
  },
  staffActions: {
    id: '{id}',
    holds: 'other staff actions, and how members’ Telegram chats were linked',
    schema: staffActionDocumentSchema,
    wayIn: 'none',
    waiting: 'none',
    ...audit(
      retainedText('staff actions that concern you, and how chats were linked, for the audit'),
    ),
    served: STAFF_BY_API,
    writers: 'api, syncChannelMembership, reconcileTelegram',
  },
  dashboardCodes: {
    id: '{uid}',
    holds: 'the digest of a dashboard code, and the attempts at it',
    schema: dashboardCodeDocument,
    wayIn: 'none',
    waiting: 'none',
    ...memberCode('id', 'a dashboard code'),
    queries: ['issuedAt desc', 'issuedBy'],
    served: STAFF_BY_API,
  },
  admissionCodes: {
    id: '{code}',
    holds: 'the owner of an admission code',
    schema: admissionCodeDocument,
    wayIn: 'none',
    waiting: 'none',
    ...ownedByMember(notExported('already in `user`')),
    kept: 'until deletion',
    ...API,
  },
  userAnchors: {
    id: '{n}',
    holds: 'where each page of the user list begins',
    schema: z.union([userAnchorDocument, userAnchorsHeadDocument]),
    waiting: 'none',
    ...MEMBERLESS,
    kept: 'until the next count, within a day',
    writers: 'anchorUsers, reconcileConsole',
  },
  proofClaims: {
    id: '{id}',
    holds: 'which staff member is reviewing a proof',
    schema: proofClaimDocument,
    wayIn: 'none',
    waiting: 'none',
    ...ownedByMember(
      notExported('which staff member is reviewing, kept for minutes'),
      'after proofs',
    ),
    kept: formatRetention(PROOF_CLAIM_TTL_MS),
    expires: true,
    served: 'via the API',
    ...API,
  },
  cannedAnswers: {
    id: '{id}',
    holds: 'canned support replies',
    schema: cannedAnswerDocument,
    waiting: 'none',
    ...MEMBERLESS,
    kept: 'until deleted',
    queries: ['title asc'],
    served: STAFF_BY_API,
    ...API,
  },
  problems: {
    id: '{code}',
    holds: 'a device’s actions before a problem, with no personal data except the owner',
    schema: problemDocument,
    wayIn: 'none',
    waiting: 'none',
    ...ownedByMember(retainedText('problems that your devices reported')),
    ...expiresAfter(30 * DAY_MS),
    unindexed: ['calls', 'sync'],
    served: STAFF_BY_API,
    ...API,
  },
  memberWeeks: {
    id: '{week}',
    holds:
      'a week’s counts in Lagos time, from sign-up page views to activity, without identifiers',
    schema: memberWeekDocument,
    strict: true,
    waiting: 'none',
    ...MEMBERLESS,
    kept: 'always',
    unindexed: ['decisions'],
    served: STAFF_BY_API,
    writers: 'api, noteWaitingProof, anchorUsers, reconcileConsole',
  },
  config: {
    id: 'countdown, flags',
    holds: 'the landing page countdown; the feature flags',
    schema: configDocument,
    waiting: 'none',
    ...MEMBERLESS,
    kept: 'always',
    served: '`/countdown`; staff via the API',
    writers: 'api, `npm run flags`',
  },
} as const satisfies Collections;
