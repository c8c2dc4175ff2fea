import * as z from 'zod/mini';
import { accessEventSchema, adminUserSchema } from './console';
import { progressOf, setupSchema } from './submission';

/** What the broker's own list says of a trader ID. */
export const brokerAccountRowSchema = z.object({
  traderId: z.string(),
  /** True where the account was opened through our link. */
  underOurLink: z.boolean(),
  funded: z.boolean(),
  /** Dollars; null where the list does not say. */
  amount: z.nullable(z.number()),
  importedAt: z.iso.datetime(),
});

export type BrokerAccountRow = z.infer<typeof brokerAccountRowSchema>;

/** What staff knows of the member whose case they decide. */
const caseMemberSchema = z.object({
  user: adminUserSchema,
  /** Changes of the member's access, newest first. */
  history: z.array(accessEventSchema),
  /** Null where the broker's list that was imported last does not name their account. */
  broker: z.nullable(brokerAccountRowSchema),
});

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
  ...progressOf(isoText),
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
  ...caseMemberSchema.shape,
  /** Other proofs of the member, newest first. */
  earlier: z.array(adminProofSchema),
  /** Those with the same image or trader ID; which look alike is answered to who sends a fingerprint. */
  duplicates: z.array(duplicateProofSchema),
});

export type ProofCase = z.infer<typeof proofCaseSchema>;

/** An account setup that waits for staff, or that they decided. */
export const adminSetupSchema = z.object({
  ...setupSchema.shape,
  userId: z.string(),
  /** Path of the proof, an image or a PDF, in the file store, which staff may read. */
  file: z.string(),
});

export type AdminSetup = z.infer<typeof adminSetupSchema>;

/** An account setup with all that staff decides it by. */
export const setupCaseSchema = z.object({
  setup: adminSetupSchema,
  ...caseMemberSchema.shape,
  /** Setups with the same file, of whomever, and of other members with the same broker account. */
  duplicates: z.array(
    z.object({ kind: z.enum(['file', 'broker account']), setupId: z.string(), userId: z.string() }),
  ),
});

export type SetupCase = z.infer<typeof setupCaseSchema>;

/** Columns and rows of a fingerprint at most. */
const SIDE_MOST = 256;

const MALFORMED = 'This is not the fingerprint of an image';

const side = z.int(MALFORMED).check(z.minimum(1, MALFORMED), z.maximum(SIDE_MOST, MALFORMED));

const marks = z.string(MALFORMED).check(z.regex(/^(?:[0-9a-f]{2})+$/, MALFORMED));

/**
 * What an image looks like, coarsely: in a grid over it, the places at which it gets brighter from one cell to the one
 * right of it. `sure` has those where it does clearly, `possible` also those where noise may decide: a bit for each
 * place, row by row, in hex.
 */
export const fingerprintSchema = z
  .strictObject({ columns: side, rows: side, sure: marks, possible: marks })
  .check(
    z.refine(
      ({ columns, rows, sure, possible }) =>
        [sure, possible].every(({ length }) => length * 4 === columns * rows),
      MALFORMED,
    ),
  );

export type Fingerprint = z.infer<typeof fingerprintSchema>;
