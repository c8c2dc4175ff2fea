import { DAY_MS, firestoreTimeSchema } from '@quantalgo/contracts/core/time';
import { pictureDocumentSchema } from '@quantalgo/contracts/submissions/picture';
import { fingerprintSchema } from '@quantalgo/contracts/submissions/review';
import {
  proofDocumentSchema,
  setupDocumentSchema,
  uploadKindSchema,
  uploadTypeSchema,
} from '@quantalgo/contracts/submissions/submission';
import { ticketDocumentSchema } from '@quantalgo/contracts/tickets/ticket';
import * as z from 'zod/mini';
import {
  API,
  type Collections,
  expiresAfter,
  keptFor,
  inspectionWait,
  NEWEST_OF_MEMBER,
  notExported,
  OLDEST_BY_STATE,
  ownedByMember,
  retainedText,
  STAFF_BY_API,
  waitsForStaff,
} from './collection';

/** Folders of files, named by uid below. An upload is `pending` until its inspection. */
export const FILE_FOLDERS = ['pending', 'proofs', 'setupProofs', 'pictures'] as const;

/** Permission to upload one file, checked by storage.rules. `size` in bytes. */
export const uploadDocument = z.object({
  uid: z.string(),
  kind: uploadKindSchema,
  type: uploadTypeSchema,
  size: z.int(),
  createdAt: firestoreTimeSchema,
  usedAt: z.nullable(firestoreTimeSchema),
  expireAt: firestoreTimeSchema,
});

export const proofFingerprintDocument = z.object({
  uid: z.string(),
  createdAt: firestoreTimeSchema,
  fingerprint: fingerprintSchema,
  keys: z.array(z.string()),
});

export const inspectedFileDocument = z.object({
  // SHA-256 of the upload, set by its inspection. Null if the upload was missing or too large.
  digest: z.exactOptional(z.nullable(z.string())),
});

const storedFields = {
  // The broker account without its spelling.
  accountKey: z.string(),
  ...inspectedFileDocument.shape,
};

const UPLOAD_TTL_MS = DAY_MS;

export const SUBMISSIONS = {
  proofs: {
    id: '{id}',
    holds: 'a proof of a funded account',
    schema: z.extend(proofDocumentSchema, storedFields),
    wayIn: 'none',
    waiting: [
      inspectionWait('a proof'),
      waitsForStaff('Decision on a proof', ['waiting'], 'Verification'),
    ],
    ...ownedByMember({ as: 'proofs' }),
    kept: 'until deletion',
    queries: [
      NEWEST_OF_MEMBER,
      'uid, state, createdAt asc',
      'createdAt asc',
      'state',
      OLDEST_BY_STATE,
      'digest',
      'accountKey',
    ],
    readers: 'owner and staff',
    writers: 'api, inspectProof, resumeInspections, noteWaitingProof, anchorUsers',
  },
  proofFingerprints: {
    id: '{id}',
    holds: 'a coarse fingerprint of a proof’s image',
    schema: proofFingerprintDocument,
    wayIn: 'none',
    waiting: 'none',
    ...ownedByMember(
      retainedText('a fingerprint of a proof’s image, to find similar ones'),
      'after proofs',
    ),
    kept: 'until deletion',
    queries: ['keys[], createdAt desc'],
    unindexed: ['fingerprint'],
    served: STAFF_BY_API,
    ...API,
  },
  setups: {
    id: '{id}',
    holds: 'an account setup',
    schema: z.extend(setupDocumentSchema, storedFields),
    wayIn: 'none',
    waiting: [
      inspectionWait('an account setup'),
      waitsForStaff('Decision on an account setup', ['waiting'], 'Account setups'),
    ],
    ...ownedByMember({ as: 'setups' }),
    kept: 'until deletion',
    queries: [NEWEST_OF_MEMBER, OLDEST_BY_STATE, 'digest', 'accountKey'],
    readers: 'owner and staff',
    writers: 'api, inspectSetup, resumeInspections',
  },
  pictures: {
    id: '{id}',
    holds: 'a picture in a journal entry or a post',
    schema: pictureDocumentSchema,
    wayIn: 'none',
    // Pictures need no decision, so they are never `waiting` after `checking`.
    waiting: [{ ...inspectionWait('a picture'), states: ['waiting'] }],
    ...ownedByMember(notExported('its file is in the archive and is listed in `files` too')),
    ...keptFor(
      DAY_MS,
      (period) => `until its journal entry or post is deleted; ${period} if nothing references it`,
    ),
    queries: ['createdAt asc', OLDEST_BY_STATE],
    served: 'its member via the API; a post’s picture also by the members of that room',
    writers: 'api, inspectPicture, resumeInspections, removeOrphans',
  },
  tickets: {
    id: '{id}',
    holds: 'a conversation with support',
    schema: ticketDocumentSchema,
    wayIn: 'none',
    waiting: [waitsForStaff('Answer to a ticket', ['open'], 'Tickets')],
    ...ownedByMember({ as: 'tickets' }),
    kept: 'until deletion',
    queries: [NEWEST_OF_MEMBER, 'state', 'priority, state, createdAt asc', 'state, updatedAt desc'],
    readers: 'owner and staff',
    ...API,
  },
  uploads: {
    id: '{id}',
    holds: 'permission to upload one file, once',
    schema: uploadDocument,
    // A permission to upload, which storage.rules accept only from an open session.
    wayIn: 'none',
    waiting: [
      {
        what: 'Announced upload',
        where: ['usedAt', null],
        since: 'createdAt',
        sweep: 'removeOrphans',
        retryAfterMs: UPLOAD_TTL_MS,
        staff: 'nowhere: the member’s device resends it and shows it as unsent',
      },
    ],
    ...ownedByMember(retainedText('permission to upload a file')),
    ...expiresAfter(UPLOAD_TTL_MS),
    ...API,
  },
} as const satisfies Collections;
