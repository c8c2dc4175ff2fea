import * as z from 'zod/mini';
import { proofStateSchema } from '../onboarding/proof';
import { memberOfCase } from './memberOfCase';

/** What a member is promised: how long (ms) a proof waits for staff at most. */
export const PROOF_PROMISE_MS = 24 * 60 * 60_000;

/** How long (ms) a proof is one member of staff's alone after they took it. */
export const PROOF_CLAIM_MS = 10 * 60_000;

const isoText = z.iso.datetime();

/** A proof in the queue. */
export const adminProofSchema = z.object({
  id: z.string(),
  userId: z.string(),
  traderId: z.string(),
  /** Path of the image in the file store, which staff may read. */
  file: z.string(),
  state: proofStateSchema,
  reason: z.nullable(z.string()),
  createdAt: isoText,
  updatedAt: isoText,
  /** Who has taken it, until when; null where it is free. */
  claim: z.nullable(z.object({ by: z.string(), until: isoText })),
});
export type AdminProof = z.infer<typeof adminProofSchema>;

/**
 * Another proof that has something in common with one: the same image, of whomever; an image that looks alike, or the
 * same trader ID, of another account.
 */
export const duplicateProofSchema = z.object({
  kind: z.enum(['image', 'alike', 'trader ID']),
  proofId: z.string(),
  userId: z.string(),
});
export type DuplicateProof = z.infer<typeof duplicateProofSchema>;

/** A proof with all that staff decides it by. */
export const proofCaseSchema = z.object({
  proof: adminProofSchema,
  ...memberOfCase.shape,
  /** Other proofs of the member, newest first. */
  earlier: z.array(adminProofSchema),
  /** Those with the same image or trader ID; which look alike is answered to who sends a fingerprint. */
  duplicates: z.array(duplicateProofSchema),
});
export type ProofCase = z.infer<typeof proofCaseSchema>;
