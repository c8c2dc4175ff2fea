import * as z from 'zod/mini';
import { buildReviewFields, setupSchema } from './submission';
import { accessEventSchema } from '../access/accessEvent';
import { adminUserSchema } from '../account/adminUser';

const brokerAccountRowSchema = z.object({
  traderId: z.string(),
  underOurLink: z.boolean(),
  funded: z.boolean(),
  amount: z.nullable(z.number()),
  importedAt: z.iso.datetime(),
  /** The member whose link opened the account, as the broker reported; null if unknown. */
  openedBy: z.nullable(z.string()),
});

export type BrokerAccountRow = z.infer<typeof brokerAccountRowSchema>;

const caseMemberSchema = z.object({
  user: adminUserSchema,
  history: z.array(accessEventSchema),
  broker: z.nullable(brokerAccountRowSchema),
});

export const PROOF_CLAIM_TTL_MS = 10 * 60_000;

const isoSchema = z.iso.datetime();

/** Only set while the file is being inspected. */
const inspectedMemberSchema = z.nullable(z.object({ fullName: z.string(), email: z.string() }));

export const adminProofSchema = z.object({
  id: z.string(),
  userId: z.string(),
  traderId: z.string(),
  file: z.string(),
  ...buildReviewFields(isoSchema),
  claim: z.nullable(z.object({ by: z.string(), until: isoSchema })),
  member: inspectedMemberSchema,
});

export type AdminProof = z.infer<typeof adminProofSchema>;

/**
 * Another submission that resembles the case's. `file`: the same file, from any account. `alike`: a
 * similar image. `alike`, `account`: only from other accounts.
 */
export const duplicateSchema = z.object({
  match: z.enum(['file', 'alike', 'account']),
  kind: z.enum(['proof', 'setup']),
  id: z.string(),
  userId: z.string(),
});

export type Duplicate = z.infer<typeof duplicateSchema>;

export const proofCaseSchema = z.object({
  proof: adminProofSchema,
  ...caseMemberSchema.shape,
  earlier: z.array(adminProofSchema),
  /** `compareProof` finds similar images. */
  duplicates: z.array(duplicateSchema),
});

export type ProofCase = z.infer<typeof proofCaseSchema>;

export const adminSetupSchema = z.object({
  ...setupSchema.shape,
  userId: z.string(),
  file: z.string(),
  member: inspectedMemberSchema,
});

export type AdminSetup = z.infer<typeof adminSetupSchema>;

export const setupCaseSchema = z.object({
  setup: adminSetupSchema,
  ...caseMemberSchema.shape,
  duplicates: z.array(duplicateSchema),
});

export type SetupCase = z.infer<typeof setupCaseSchema>;

const MAX_SIDE = 256;

const NOT_A_FINGERPRINT = 'Not a valid image fingerprint';

const sideSchema = z
  .int(NOT_A_FINGERPRINT)
  .check(z.minimum(1, NOT_A_FINGERPRINT), z.maximum(MAX_SIDE, NOT_A_FINGERPRINT));

const marksSchema = z
  .string(NOT_A_FINGERPRINT)
  .check(z.regex(/^(?:[0-9a-f]{2})+$/, NOT_A_FINGERPRINT));

/**
 * One bit per grid cell, row by row, in hex: set if the next cell on the right is brighter. `sure`
 * has only clear steps, `possible` also steps that noise may decide.
 */
export const fingerprintSchema = z
  .strictObject({ columns: sideSchema, rows: sideSchema, sure: marksSchema, possible: marksSchema })
  .check(
    z.refine(
      ({ columns, rows, sure, possible }) =>
        [sure, possible].every(({ length }) => length * 4 === columns * rows),
      NOT_A_FINGERPRINT,
    ),
  );

export type Fingerprint = z.infer<typeof fingerprintSchema>;
