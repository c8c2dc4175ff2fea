import type { UserRecord } from '@quantalgo/contracts/account/member';
import { firestoreTime } from '@quantalgo/contracts/core/time';
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
import {
  type CollectionReference,
  type DocumentSnapshot,
  Filter,
  type Firestore,
  type Query,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { toAccountKey } from '../../domain/submissions/brokerList';
import type { LimitName } from '../../domain/core/limits';
import type { TemplateName } from '../../domain/email/templates';
import { inspectImage, inspectPicture, inspectSetupProof } from '../../domain/submissions/uploads';
import { parseDocument } from '../core/documents';

/** The verdict on the bytes of an upload. */
export type UploadVerdict =
  | { readonly accepted: true; readonly type: (typeof SETUP_PROOF_TYPES)[number] }
  | { readonly accepted: false; readonly reason: string };

/** The fields of a submission that all kinds share. */
export type Submission = Omit<Proof, 'traderId'>;

/** The fields of a kind that the member fills in. */
export type FieldsOf<S extends Submission> = Omit<S, keyof Submission>;

/** Everything that differs between the kinds of uploads, except the fields of a document. */
export interface UploadKind {
  /** Collection of the documents. */
  readonly collection: 'proofs' | 'setups' | 'pictures';
  /** Folder of the files: below it the member's uid, then the document's id. */
  readonly folder: 'proofs' | 'setupProofs' | 'pictures';
  /** Word for one in the audit and in the leave to upload it. */
  readonly noun: UploadBody['kind'];
  /** Name of the endpoint that submits one. */
  readonly call: 'submitProof' | 'submitSetup' | 'submitPicture';
  /** Limit of submissions for each member. */
  readonly limit: LimitName;
  /** Word for the file that a submission names. */
  readonly upload: 'screenshot' | 'proof' | 'picture';
  readonly judge: (bytes: Uint8Array) => UploadVerdict;
  /** The state after the inspection accepted the file: staff look at it, or nobody needs to. */
  readonly accepted: Extract<ProofState, 'waiting' | 'approved'>;
  /** Quality (1 to 100) at which a JPEG is redrawn. */
  readonly quality: number;
  /** Mail about a rejection: takes `fullName` and `reason`. None where the app shows it beside the file. */
  readonly template: TemplateName | null;
}

/** A kind of upload with documents of type `S`. */
export interface SentKind<S extends Submission> extends UploadKind {
  readonly parse: (snapshot: DocumentSnapshot) => S | null;
  /** Names of the fields that the member fills in, in the order of the call. */
  readonly fields: readonly (keyof FieldsOf<S>)[];
  /** Stored beside the fields; null where a submission is about no broker account. */
  readonly accountKey: (fields: FieldsOf<S>) => string | null;
  /** Fields of the user document that a submission changes. */
  readonly memberChange: (fields: FieldsOf<S>) => Partial<Pick<UserRecord, 'accessPath'>> | null;
}

/** A kind of submission that staff decide. */
export interface SubmissionKind<S extends Submission> extends SentKind<S> {
  readonly collection: 'proofs' | 'setups';
  /** Word for one in the audit; members and staff see `label`. */
  readonly noun: 'proof' | 'setup';
  readonly template: TemplateName;
  readonly label: 'proof' | 'account setup';
  /** The reply to a submission. */
  readonly submitted: string;
  /** Page size of staff's list. */
  readonly pageSize: number;
  /** True where staff claim one before they decide it. */
  readonly isClaimed: boolean;
  /** All submissions about an account in any spelling; older ones, which have no key, in the same one. */
  readonly aboutAccount: (all: CollectionReference, account: string) => Query;
}

const hasKey = (account: string) => Filter.where('accountKey', '==', toAccountKey(account));

/** Quality at which an image that staff have to read is redrawn. */
const LEGIBLE = 90;

/** The image that proves a trader ID. */
export const PROOFS: SubmissionKind<Proof> = {
  collection: 'proofs',
  folder: 'proofs',
  noun: 'proof',
  label: 'proof',
  call: 'submitProof',
  limit: 'proofsOfMember',
  submitted:
    'Trader ID verification submitted successfully! Our team will review and activate your account within 24 hours.',
  upload: 'screenshot',
  judge: inspectImage,
  accepted: 'waiting',
  quality: LEGIBLE,
  template: 'proofRejected',
  pageSize: PROOFS_PAGE_SIZE,
  isClaimed: true,
  parse: (snapshot) => parseDocument(proofDocumentSchema, snapshot),
  fields: ['traderId'],
  aboutAccount: (all, account) =>
    all.where(Filter.or(hasKey(account), Filter.where('traderId', '==', account))),
  accountKey: ({ traderId }) => toAccountKey(traderId),
  memberChange: () => null,
};

/** The deposit on a broker account, with the image or PDF that proves it. */
export const SETUPS: SubmissionKind<SetupRecord> = {
  collection: 'setups',
  folder: 'setupProofs',
  noun: 'setup',
  label: 'account setup',
  call: 'submitSetup',
  limit: 'setupsOfMember',
  submitted: 'Account setup submitted. Our team will check your deposit.',
  upload: 'proof',
  judge: inspectSetupProof,
  accepted: 'waiting',
  quality: LEGIBLE,
  template: 'setupRejected',
  pageSize: SETUPS_PAGE_SIZE,
  isClaimed: false,
  parse: (snapshot) => parseDocument(setupDocumentSchema, snapshot),
  fields: ['brokerAccount', 'depositAmount', 'accessPath'],
  aboutAccount: (all, account) =>
    all.where(Filter.or(hasKey(account), Filter.where('brokerAccount', '==', account))),
  accountKey: ({ brokerAccount }) => toAccountKey(brokerAccount),
  memberChange: ({ accessPath }) => ({ accessPath }),
};

/** A picture of a member's own, which nobody decides about. */
export const PICTURES: SentKind<PictureRecord> = {
  collection: 'pictures',
  folder: 'pictures',
  noun: 'picture',
  call: 'submitPicture',
  limit: 'picturesOfMember',
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

/** Folders of Cloud Storage with members' files, each below its owner's uid. */
export const FILE_FOLDERS: readonly string[] = [
  'pending',
  ...UPLOAD_KINDS.map(({ folder }) => folder),
];

/** The state of a submission whose file has not been inspected yet. */
export const CHECKING: ProofState = 'checking';

/** The part of a document that the inspection of its file reads. */
export const uploadSchema = z.object({
  uid: z.string(),
  file: z.string(),
  state: proofStateSchema,
  createdAt: firestoreTime,
  /** Runs of the inspection so far, without those that failed through no fault of the file. */
  attempts: z.optional(z.int()),
  /** When the last run began. */
  triedAt: z.optional(firestoreTime),
});

export type Upload = z.infer<typeof uploadSchema>;

export const submissionRef = (
  firestore: Firestore,
  { collection }: Pick<UploadKind, 'collection'>,
  id: string,
) => firestore.collection(collection).doc(id);
