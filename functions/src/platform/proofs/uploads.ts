import { proofStateSchema, type SETUP_PROOF_TYPES } from '@quantalgo/contracts';
import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { inspectImage } from '../../domain/proofs/inspectImage';
import { inspectSetupProof } from '../../domain/proofs/inspectSetupProof';
import type { TemplateName } from '../../domain/mail/templates';

/** What looking at the bytes of an upload came to. */
export type UploadVerdict =
  | { readonly accepted: true; readonly type: (typeof SETUP_PROOF_TYPES)[number] }
  | { readonly accepted: false; readonly reason: string };

/** A kind of upload that a document names and that staff will look at. */
export interface UploadKind {
  /** Where the documents are. */
  readonly collection: 'proofs' | 'setups';
  /** Where the files are: this folder, then the member's, then the document's id. */
  readonly folder: 'proofs' | 'setupProofs';
  readonly judge: (bytes: Uint8Array) => UploadVerdict;
  /** Tells the member of a rejection: takes `fullName` and `reason`. */
  readonly template: TemplateName;
}

/** The image that proves a trader ID. */
export const TRADER_PROOFS: UploadKind = {
  collection: 'proofs',
  folder: 'proofs',
  judge: inspectImage,
  template: 'proofRejected',
};

/** The image or PDF that proves a deposit. */
export const SETUP_PROOFS: UploadKind = {
  collection: 'setups',
  folder: 'setupProofs',
  judge: inspectSetupProof,
  template: 'setupRejected',
};

export const UPLOAD_KINDS = [TRADER_PROOFS, SETUP_PROOFS] as const;

/** What documents of every kind say of their file. */
export const uploadSchema = z.object({
  uid: z.string(),
  file: z.string(),
  state: proofStateSchema,
});
export type Upload = z.infer<typeof uploadSchema>;

export const uploadRef = (firestore: Firestore, { collection }: UploadKind, id: string) =>
  firestore.collection(collection).doc(id);
