import * as z from 'zod/mini';
import { progressOf, setupSchema } from './submission';
import { accessEventSchema } from '../access/accessEvent';
import { adminUserSchema } from '../account/adminUser';

/** A trader ID's row in the broker's own list. */
const brokerAccountRowSchema = z.object({
  traderId: z.string(),
  /** True if the account was opened through our link. */
  underOurLink: z.boolean(),
  funded: z.boolean(),
  /** Dollars; null if the list doesn't say. */
  amount: z.nullable(z.number()),
  importedAt: z.iso.datetime(),
});

export type BrokerAccountRow = z.infer<typeof brokerAccountRowSchema>;

/** A member's data in a case for staff to decide. */
const caseMemberSchema = z.object({
  user: adminUserSchema,
  /** Changes of the member's access, newest first. */
  history: z.array(accessEventSchema),
  /** Null if the list imported last from the broker doesn't contain their account. */
  broker: z.nullable(brokerAccountRowSchema),
});

/** Promised maximum time (ms) that a proof waits for staff. */
export const PROOF_PROMISE_MS = 24 * 60 * 60_000;

/** How long (ms) a claim on a proof reserves it for one member of staff. */
export const PROOF_CLAIM_MS = 10 * 60_000;

const isoText = z.iso.datetime();

/** The member of a submission whose file is still inspected; null for all others. */
const inspectedMember = z._default(
  z.nullable(z.object({ fullName: z.string(), email: z.string() })),
  null,
);

/** A proof in staff's queue. */
export const adminProofSchema = z.object({
  id: z.string(),
  userId: z.string(),
  traderId: z.string(),
  /** Path of the image in the file store, which staff may read. */
  file: z.string(),
  ...progressOf(isoText),
  /** Who has claimed it, until when; null if it is free. */
  claim: z.nullable(z.object({ by: z.string(), until: isoText })),
  member: inspectedMember,
});

export type AdminProof = z.infer<typeof adminProofSchema>;

/**
 * Another proof that matches this one: the same image, whoever sent it; or, from another account, a similar image or
 * the same trader ID.
 */
export const duplicateProofSchema = z.object({
  kind: z.enum(['image', 'alike', 'trader ID']),
  proofId: z.string(),
  userId: z.string(),
});

export type DuplicateProof = z.infer<typeof duplicateProofSchema>;

/** A proof with everything that staff need to decide it. */
export const proofCaseSchema = z.object({
  proof: adminProofSchema,
  ...caseMemberSchema.shape,
  /** Other proofs of the member, newest first. */
  earlier: z.array(adminProofSchema),
  /** Proofs with the same image or trader ID; similar ones are found through a call that sends a fingerprint. */
  duplicates: z.array(duplicateProofSchema),
});

export type ProofCase = z.infer<typeof proofCaseSchema>;

/** An account setup, pending or decided. */
export const adminSetupSchema = z.object({
  ...setupSchema.shape,
  userId: z.string(),
  /** Path of the proof, an image or a PDF, in the file store, which staff may read. */
  file: z.string(),
  member: inspectedMember,
});

export type AdminSetup = z.infer<typeof adminSetupSchema>;

/** An account setup with everything that staff need to decide it. */
export const setupCaseSchema = z.object({
  setup: adminSetupSchema,
  ...caseMemberSchema.shape,
  /** Setups with the same file, whoever sent it, and other members' setups with the same broker account. */
  duplicates: z.array(
    z.object({ kind: z.enum(['file', 'broker account']), setupId: z.string(), userId: z.string() }),
  ),
});

export type SetupCase = z.infer<typeof setupCaseSchema>;

/** Maximum columns and rows of a fingerprint. */
const MAX_SIDE = 256;

const MALFORMED = 'This is not the fingerprint of an image';

const side = z.int(MALFORMED).check(z.minimum(1, MALFORMED), z.maximum(MAX_SIDE, MALFORMED));

const marks = z.string(MALFORMED).check(z.regex(/^(?:[0-9a-f]{2})+$/, MALFORMED));

/**
 * A coarse description of an image: in a grid over it, the places where it gets brighter from one cell to the next on
 * the right. `sure` marks clear steps, `possible` also those that noise may decide: a bit for each place, row by row,
 * in hex.
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
