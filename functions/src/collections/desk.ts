import {
  accessEventDocumentSchema,
  PROOF_CLAIM_MS,
  staffActionDocumentSchema,
} from '@quantalgo/contracts';
import * as z from 'zod/mini';
import * as documents from '../documents';
import { KEPT_MS, lasting } from '../retention';
import {
  API,
  codeOf,
  type Collections,
  type Exporting,
  leaveOut,
  ofMember,
  remembered,
  STAFF_SEE,
  TO_NOBODY,
} from './collection';

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

/** What staff work with, and the audit of what they did. */
export const DESK = {
  accessEvents: {
    id: '{id}',
    holds: 'every change of access: who, whom, before, after, why',
    schema: accessEventDocumentSchema,
    ...audit({ as: 'accessEvents' }),
    readers: 'staff',
    writers: 'api, `npm run staff`',
  },
  staffActions: {
    id: '{id}',
    holds: 'what else staff did, and how members’ chats on Telegram were linked',
    schema: staffActionDocumentSchema,
    ...audit(remembered('what staff did about you, and how chats were linked, for the audit')),
    served: STAFF_SEE,
    writers: 'api, keepMember, mendTelegram',
  },
  dashboardCodes: {
    id: '{uid}',
    holds: 'a dashboard code as its digest, and the tries at it',
    schema: documents.dashboardCodeDocument,
    ...codeOf('id', 'a dashboard code'),
    queries: ['issuedAt desc'],
    served: STAFF_SEE,
  },
  admissionCodes: {
    id: '{code}',
    holds: 'whose admission code it is',
    schema: documents.admissionCodeDocument,
    ...ofMember(leaveOut('stands in `user`')),
    kept: 'until deletion',
    ...API,
  },
  userAnchors: {
    id: '{n}',
    holds: 'where pages of the list of users begin',
    schema: z.union([documents.userAnchorDocument, documents.userAnchorsHeadDocument]),
    ...TO_NOBODY,
    kept: 'until the next count, within a day',
    writers: 'anchorUsers, mendConsole',
  },
  proofClaims: {
    id: '{id}',
    holds: 'who of staff looks at a proof',
    schema: documents.proofClaimDocument,
    ...ofMember(leaveOut('says who of staff works, for minutes'), 'after proofs'),
    kept: lasting(PROOF_CLAIM_MS),
    expires: true,
    served: 'by the api',
    ...API,
  },
  cannedAnswers: {
    id: '{id}',
    holds: 'texts of support',
    schema: documents.cannedAnswerDocument,
    ...TO_NOBODY,
    kept: 'until deleted',
    queries: ['title asc'],
    served: STAFF_SEE,
    ...API,
  },
  brokerRegistry: {
    id: '{digest}',
    holds: 'accounts as the broker’s list told of them',
    schema: documents.brokerAccountDocument,
    member: {
      by: 'trader',
      erase: 'delete',
      export: leaveOut('what the broker says of accounts, by their trader IDs alone'),
    },
    kept: `${lasting(KEPT_MS.brokerRegistry)} after a list named them`,
    expires: true,
    served: STAFF_SEE,
    ...API,
  },
  config: {
    id: 'countdown, flags',
    holds: 'the countdown of the landing page; what is switched off',
    schema: documents.configDocument,
    ...TO_NOBODY,
    kept: 'always',
    served: '`/countdown`; staff by the api',
    ...API,
  },
} as const satisfies Collections;
