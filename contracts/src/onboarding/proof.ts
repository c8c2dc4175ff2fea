import * as z from 'zod/mini';
import { firestoreTime } from '../time/wire';
import { isPrintable } from './printable';

/** A proof is smaller than this, in bytes. */
export const PROOF_MAX_BYTES = 10 * 1024 * 1024;
export const PROOF_TYPES = ['image/png', 'image/jpeg'] as const;

/** Pixels that a proof has on a side at most: the largest phone cameras stay below. */
export const PROOF_MAX_EDGE = 12_000;

export const TOO_MANY_PIXELS = `The image is larger than ${PROOF_MAX_EDGE.toLocaleString('en')} pixels on a side. Please upload a screenshot.`;
export const NOT_AN_IMAGE = 'Please upload a valid image file (PNG, JPG, JPEG)';
export const FILE_TOO_LARGE = 'File size must be less than 10MB';

/** Where the image of a proof lies in the file store. */
export const proofPath = (uid: string, proofId: string): string => `proofs/${uid}/${proofId}`;

/** The id under which the broker knows the member. */
export const traderIdSchema = z
  .string('Please enter your trader ID')
  .check(
    z.trim(),
    z.minLength(1, { error: 'Please enter your trader ID', abort: true }),
    z.maxLength(64, 'Trader ID must be at most 64 characters'),
    z.refine(isPrintable, 'Trader ID must not contain control characters'),
  );

/** `checking` until the bytes were looked at, then `waiting` for staff or `rejected`; `approved` once staff agreed. */
export const proofStateSchema = z.enum(['checking', 'waiting', 'rejected', 'approved']);
export type ProofState = z.infer<typeof proofStateSchema>;

/** `proofs/{id}` as Firestore holds it: what its owner and staff may read. */
export const proofDocumentSchema = z.object({
  uid: z.string(),
  traderId: z.string(),
  /** Path of the image in the file store. */
  file: z.string(),
  state: proofStateSchema,
  /** What is wrong with a rejected one, in a sentence for its owner. */
  reason: z.nullable(z.string()),
  createdAt: firestoreTime,
  updatedAt: firestoreTime,
});
export type Proof = z.infer<typeof proofDocumentSchema>;
