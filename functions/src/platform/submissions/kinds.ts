import type { UserRecord } from '@quantalgo/contracts/account/member';
import { firestoreTimeSchema } from '@quantalgo/contracts/core/time';
import {
  pictureDocumentSchema,
  type PictureRecord,
} from '@quantalgo/contracts/submissions/picture';
import {
  PROOFS_PAGE_SIZE,
  SETUPS_PAGE_SIZE,
} from '@quantalgo/contracts/submissions/reviewEndpoints';
import {
  type Proof,
  proofDocumentSchema,
  type ProofState,
  proofStateSchema,
  type SETUP_PROOF_TYPES,
  setupDocumentSchema,
  type SetupRecord,
  type UploadBody,
} from '@quantalgo/contracts/submissions/submission';
import type { DocumentSnapshot, Firestore, Query } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import type { FILE_FOLDERS } from '../../collections/submissions';
import { toAccountKey } from '../../domain/submissions/brokerList';
import type { LimitName } from '../../domain/core/limits';
import type { TemplateName } from '../../domain/email/templates';
import { inspectImage, inspectPicture, inspectSetupProof } from '../../domain/submissions/uploads';
import { parseDocument } from '../core/documents';

export type UploadVerdict =
  | { readonly accepted: true; readonly type: (typeof SETUP_PROOF_TYPES)[number] }
  | { readonly accepted: false; readonly reason: string };

export type Submission = Omit<Proof, 'traderId'>;

export type MemberFields<S extends Submission> = Omit<S, keyof Submission>;

export interface UploadKind {
  readonly collection: 'proofs' | 'setups' | 'pictures';
  /** Files are stored at `folder/uid/id`. */
  readonly folder: Exclude<(typeof FILE_FOLDERS)[number], 'pending'>;
  readonly noun: UploadBody['kind'];
  readonly call: 'submitProof' | 'submitSetup' | 'submitPicture';
  readonly limit: LimitName;
  readonly upload: 'screenshot' | 'proof' | 'picture';
  readonly judge: (bytes: Uint8Array) => UploadVerdict;
  /** State after inspection. `waiting`: staff review it. `approved`: nobody needs to. */
  readonly accepted: Extract<ProofState, 'waiting' | 'approved'>;
  /** JPEG quality, 1 to 100. */
  readonly quality: number;
  /**
   * Rejection email with `fullName` and `reason`. Null if the app shows the reason by the file.
   */
  readonly template: TemplateName | null;
}

export interface TypedUploadKind<S extends Submission> extends UploadKind {
  readonly parse: (snapshot: DocumentSnapshot) => S | null;
  readonly fields: readonly (keyof MemberFields<S>)[];
  /** Null if the submission is about no broker account. */
  readonly accountKey: (fields: MemberFields<S>) => string | null;
  readonly memberChange: (
    fields: MemberFields<S>,
  ) => Partial<Pick<UserRecord, 'accessPath'>> | null;
}

export interface SubmissionKind<S extends Submission> extends TypedUploadKind<S> {
  readonly collection: 'proofs' | 'setups';
  /** Used in the audit. Members and staff see `label`. */
  readonly noun: 'proof' | 'setup';
  readonly template: TemplateName;
  readonly label: 'proof' | 'account setup';
  readonly submitted: string;
  readonly pageSize: number;
  /** True if staff must claim a submission before deciding it. */
  readonly isClaimed: boolean;
}

/** Ignores the account's spelling. */
export const queryByAccount = (
  firestore: Firestore,
  { collection }: Pick<SubmissionKind<Submission>, 'collection'>,
  account: string,
): Query => firestore.collection(collection).where('accountKey', '==', toAccountKey(account));

const LEGIBLE_JPEG_QUALITY = 90;

export const PROOFS: SubmissionKind<Proof> = {
  collection: 'proofs',
  folder: 'proofs',
  noun: 'proof',
  label: 'proof',
  call: 'submitProof',
  limit: 'memberProofs',
  submitted:
    'Trader ID verification submitted successfully! Our team will review and activate your account within 24 hours.',
  upload: 'screenshot',
  judge: inspectImage,
  accepted: 'waiting',
  quality: LEGIBLE_JPEG_QUALITY,
  template: 'proofRejected',
  pageSize: PROOFS_PAGE_SIZE,
  isClaimed: true,
  parse: (snapshot) => parseDocument(proofDocumentSchema, snapshot),
  fields: ['traderId'],
  accountKey: ({ traderId }) => toAccountKey(traderId),
  memberChange: () => null,
};

export const SETUPS: SubmissionKind<SetupRecord> = {
  collection: 'setups',
  folder: 'setupProofs',
  noun: 'setup',
  label: 'account setup',
  call: 'submitSetup',
  limit: 'memberSetups',
  submitted: 'Account setup submitted. Our team will check your deposit.',
  upload: 'proof',
  judge: inspectSetupProof,
  accepted: 'waiting',
  quality: LEGIBLE_JPEG_QUALITY,
  template: 'setupRejected',
  pageSize: SETUPS_PAGE_SIZE,
  isClaimed: false,
  parse: (snapshot) => parseDocument(setupDocumentSchema, snapshot),
  fields: ['brokerAccount', 'depositAmount', 'accessPath'],
  accountKey: ({ brokerAccount }) => toAccountKey(brokerAccount),
  memberChange: ({ accessPath }) => ({ accessPath }),
};

export const PICTURES: TypedUploadKind<PictureRecord> = {
  collection: 'pictures',
  folder: 'pictures',
  noun: 'picture',
  call: 'submitPicture',
  limit: 'memberPictures',
  upload: 'picture',
  judge: inspectPicture,
  accepted: 'approved',
  quality: 80,
  template: null,
  parse: (snapshot) => parseDocument(pictureDocumentSchema, snapshot),
  fields: ['slot'],
  accountKey: () => null,
  memberChange: () => null,
};

export const UPLOAD_KINDS: readonly UploadKind[] = [PROOFS, SETUPS, PICTURES];

export const CHECKING: ProofState = 'checking';

export const uploadSchema = z.object({
  uid: z.string(),
  file: z.string(),
  state: proofStateSchema,
  createdAt: firestoreTimeSchema,
  /** Excludes runs that failed for reasons other than the file. */
  attempts: z.optional(z.int()),
  triedAt: z.optional(firestoreTimeSchema),
});

export type Upload = z.infer<typeof uploadSchema>;

export const submissionRef = (
  firestore: Firestore,
  { collection }: Pick<UploadKind, 'collection'>,
  id: string,
) => firestore.collection(collection).doc(id);
