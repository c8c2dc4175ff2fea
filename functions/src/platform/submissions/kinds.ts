import {
  type Proof,
  proofDocumentSchema,
  PROOFS_PAGE_SIZE,
  proofStateSchema,
  type SETUP_PROOF_TYPES,
  setupDocumentSchema,
  SETUPS_PAGE_SIZE,
  type SetupRecord,
  type UserRecord,
} from '@quantalgo/contracts';
import type {
  CollectionReference,
  DocumentSnapshot,
  Firestore,
  Query,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import type { LimitName } from '../../domain/limits';
import type { TemplateName } from '../../domain/mailTemplates';
import { inspectImage, inspectSetupProof } from '../../domain/uploads';
import { parseDocument } from '../core/documents';

/** The verdict on the bytes of an upload. */
export type UploadVerdict =
  | { readonly accepted: true; readonly type: (typeof SETUP_PROOF_TYPES)[number] }
  | { readonly accepted: false; readonly reason: string };

/** The fields of a submission that both kinds share. */
export type Submission = Omit<Proof, 'traderId'>;

/** The fields of a kind that the member fills in. */
export type FieldsOf<S extends Submission> = Omit<S, keyof Submission>;

/** Everything that differs between the kinds, except the fields of a document. */
export interface UploadKind {
  /** Collection of the documents. */
  readonly collection: 'proofs' | 'setups';
  /** Folder of the files: below it the member's uid, then the document's id. */
  readonly folder: 'proofs' | 'setupProofs';
  /** Word for one in the audit; members and staff see `label`. */
  readonly noun: 'proof' | 'setup';
  readonly label: 'proof' | 'account setup';
  /** Name of the endpoint that submits one. */
  readonly call: 'submitProof' | 'submitSetup';
  /** Limit of submissions for each member. */
  readonly limit: LimitName;
  /** The reply to a submission. */
  readonly submitted: string;
  /** Word for the file that a submission names. */
  readonly upload: 'screenshot' | 'proof';
  readonly judge: (bytes: Uint8Array) => UploadVerdict;
  /** Mail about a rejection: takes `fullName` and `reason`. */
  readonly template: TemplateName;
  /** Page size of staff's list. */
  readonly pageSize: number;
  /** True where staff claim one before they decide it. */
  readonly isClaimed: boolean;
}

/** A kind of submission with documents of type `S`. */
export interface SubmissionKind<S extends Submission> extends UploadKind {
  readonly parse: (snapshot: DocumentSnapshot) => S | null;
  /** Names of the fields that the member fills in, in the order of the call. */
  readonly fields: readonly (keyof FieldsOf<S>)[];
  /** The broker account that a submission is about. */
  readonly accountOf: (fields: FieldsOf<S>) => string;
  /** All submissions about an account. */
  readonly aboutAccount: (all: CollectionReference, account: string) => Query;
  /** Fields of the user document that a submission changes. */
  readonly memberChange: (fields: FieldsOf<S>) => Partial<Pick<UserRecord, 'accessPath'>> | null;
}

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
  template: 'proofRejected',
  pageSize: PROOFS_PAGE_SIZE,
  isClaimed: true,
  parse: (snapshot) => parseDocument(proofDocumentSchema, snapshot),
  fields: ['traderId'],
  accountOf: ({ traderId }) => traderId,
  aboutAccount: (all, account) => all.where('traderId', '==', account),
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
  template: 'setupRejected',
  pageSize: SETUPS_PAGE_SIZE,
  isClaimed: false,
  parse: (snapshot) => parseDocument(setupDocumentSchema, snapshot),
  fields: ['brokerAccount', 'depositAmount', 'accessPath'],
  accountOf: ({ brokerAccount }) => brokerAccount,
  aboutAccount: (all, account) => all.where('brokerAccount', '==', account),
  memberChange: ({ accessPath }) => ({ accessPath }),
};

export const UPLOAD_KINDS: readonly UploadKind[] = [PROOFS, SETUPS];

/** Folders of Cloud Storage with members' files, each below its owner's uid. */
export const FILE_FOLDERS: readonly string[] = [
  'pending',
  ...UPLOAD_KINDS.map(({ folder }) => folder),
];

/** The part of a document that the inspection of its file reads. */
export const uploadSchema = z.object({
  uid: z.string(),
  file: z.string(),
  state: proofStateSchema,
  /** Runs of the inspection so far. */
  attempts: z.optional(z.int()),
});

export type Upload = z.infer<typeof uploadSchema>;

export const submissionRef = (firestore: Firestore, { collection }: UploadKind, id: string) =>
  firestore.collection(collection).doc(id);
