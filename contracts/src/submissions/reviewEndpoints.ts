import * as z from 'zod/mini';
import { GRANTABLE_TIERS } from '../access/access';
import { endpoint, NO_STORE } from '../core/endpoint';
import {
  adminProofSchema,
  adminSetupSchema,
  duplicateSchema,
  fingerprintSchema,
  proofCaseSchema,
  setupCaseSchema,
} from './review';
import { isPrintable } from '../core/validation';
import { cleanLine } from '../core/visibleText';
import { adminUserSchema } from '../account/adminUser';

const REASON_REQUIRED = 'Please say why';

export const grantableTierSchema = z.enum(GRANTABLE_TIERS, 'tier must be starter or essential');

export const MAX_WARNINGS = 10;

const warningsSchema = z
  .array(z.string('A warning must be text').check(z.maxLength(200, 'A warning is too long')))
  .check(z.maxLength(MAX_WARNINGS, `Send at most ${MAX_WARNINGS} warnings`));

const approvalBodySchema = z.strictObject({
  tier: grantableTierSchema,
  /**
   * Warnings that staff answered. `overridden`: those still open at the approval. The audit has
   * both.
   */
  answered: z.optional(warningsSchema),
  overridden: z.optional(warningsSchema),
});

const rejectionReasonSchema = z
  .string(REASON_REQUIRED)
  .check(
    z.overwrite(cleanLine),
    z.minLength(1, { error: REASON_REQUIRED, abort: true }),
    z.maxLength(300, 'The reason must be at most 300 characters'),
    z.refine(isPrintable, 'The reason must not contain control characters'),
  );

const rejectionBodySchema = z.strictObject({ reason: rejectionReasonSchema });

const NO_PROOF = 'Proof not found';

const proofIdSchema = z.uuid(NO_PROOF);

const proofParams = z.strictObject({ id: proofIdSchema });

/** Each proof costs two reads, because its claim is a separate document. */
export const PROOFS_PAGE_SIZE = 25;

export const MAX_BULK_DECISIONS = 20;

const IDS_RULE = `ids must list 1 to ${MAX_BULK_DECISIONS} proofs`;

const bulkIdsSchema = z
  .array(proofIdSchema, IDS_RULE)
  .check(z.minLength(1, IDS_RULE), z.maxLength(MAX_BULK_DECISIONS, IDS_RULE));

export const MAX_EXCEPT_IDS = 50;

export const BROKER_CSV_MAX_LENGTH = 90_000;

export const adminProofsEndpoints = {
  /** Proofs waiting for staff, oldest first, from the one after `after`. */
  adminProofs: endpoint({
    method: 'GET',
    path: '/api/admin/proofs',
    caller: 'staff',
    failure: 'Failed to fetch proofs',
    cache: NO_STORE,
    query: z.strictObject({ after: z.optional(proofIdSchema) }),
    data: z.array(adminProofSchema),
  }),
  /**
   * Claims, for ten minutes, the oldest unclaimed proof not in `except`; null if none is left.
   */
  claimNextProof: endpoint({
    method: 'POST',
    path: '/api/admin/proofs/next',
    caller: 'staff',
    failure: 'Failed to fetch proofs',
    cache: NO_STORE,
    body: z.strictObject({
      except: z.optional(
        z.array(proofIdSchema).check(z.maxLength(MAX_EXCEPT_IDS, 'except lists too many proofs')),
      ),
    }),
    data: z.nullable(proofCaseSchema),
  }),
  /** Claims a proof for ten minutes, or extends the claim. 409 if somebody else has it. */
  claimProof: endpoint({
    method: 'POST',
    path: '/api/admin/proofs/:id/claim',
    caller: 'staff',
    failure: 'Failed to claim the proof',
    cache: NO_STORE,
    params: proofParams,
    data: proofCaseSchema,
  }),
  /** Returns a proof to the queue. */
  releaseProof: endpoint({
    method: 'POST',
    path: '/api/admin/proofs/:id/release',
    caller: 'staff',
    failure: 'Failed to release the proof',
    cache: NO_STORE,
    params: proofParams,
    data: z.object({}),
  }),
  /** Stores the fingerprint of a proof’s image and returns similar proofs of other accounts. */
  compareProof: endpoint({
    method: 'POST',
    path: '/api/admin/proofs/:id/fingerprint',
    caller: 'staff',
    failure: 'Failed to compare the image',
    cache: NO_STORE,
    params: proofParams,
    body: fingerprintSchema,
    data: z.array(duplicateSchema),
  }),
  /**
   * Approves a proof and grants the tier. 409 if somebody else claimed it or decided differently.
   */
  approveProof: endpoint({
    method: 'POST',
    path: '/api/admin/proofs/:id/approve',
    caller: 'staff',
    secondFactor: 'fresh',
    failure: 'Failed to approve the proof',
    cache: NO_STORE,
    params: proofParams,
    body: approvalBodySchema,
    data: z.object({ proof: adminProofSchema, user: adminUserSchema }),
  }),
  /** Rejects a proof and emails the reason. */
  rejectProof: endpoint({
    method: 'POST',
    path: '/api/admin/proofs/:id/reject',
    caller: 'staff',
    failure: 'Failed to reject the proof',
    cache: NO_STORE,
    params: proofParams,
    body: rejectionBodySchema,
    data: adminProofSchema,
  }),
  /**
   * Rejects several proofs with one reason, skips those that others claimed or that failed, and
   * returns the rejected ones.
   */
  rejectProofs: endpoint({
    method: 'POST',
    path: '/api/admin/proofs/reject',
    caller: 'staff',
    failure: 'Failed to reject the proofs',
    cache: NO_STORE,
    body: z.strictObject({
      ids: bulkIdsSchema,
      reason: rejectionReasonSchema,
    }),
    data: z.object({ rejected: z.array(z.string()) }),
  }),
  /**
   * Approves the proofs that the broker's figures confirm and that don't resemble another member's,
   * each for the tier that the figures support. With `preview`, only lists them.
   */
  approveProofs: endpoint({
    method: 'POST',
    path: '/api/admin/proofs/approve',
    caller: 'staff',
    secondFactor: 'fresh',
    failure: 'Failed to approve the proofs',
    cache: NO_STORE,
    body: z.strictObject({
      ids: bulkIdsSchema,
      preview: z.boolean('preview must be true or false'),
    }),
    data: z.object({
      confirmed: z.array(
        z.object({ id: z.string(), fullName: z.string(), tier: grantableTierSchema }),
      ),
    }),
  }),
  /**
   * Imports the broker's list of accounts as CSV with the columns trader_id, under_our_link, funded
   * and amount. A row replaces earlier data of its account.
   */
  importBrokerList: endpoint({
    method: 'POST',
    path: '/api/admin/broker-list',
    caller: 'staff',
    secondFactor: 'fresh',
    failure: 'Failed to import the list',
    cache: NO_STORE,
    body: z.strictObject({
      csv: z
        .string('csv must be text')
        .check(z.maxLength(BROKER_CSV_MAX_LENGTH, 'The list is too long. Please split it.')),
      /** The whole list's decimal mark, because `csv` may be a part of it. Null if ambiguous. */
      decimalMark: z.optional(z.nullable(z.enum(['.', ','], 'decimalMark must be . or ,'))),
    }),
    data: z.object({
      imported: z.int(),
      problems: z.array(z.object({ line: z.int(), problem: z.string() })),
    }),
  }),
} as const;

export const SETUPS_PAGE_SIZE = 50;

const setupIdSchema = z.uuid('Account setup not found');

const setupParams = z.strictObject({ id: setupIdSchema });

export const adminSetupsEndpoints = {
  /** Account setups waiting for staff, oldest first, from the one after `after`. */
  adminSetups: endpoint({
    method: 'GET',
    path: '/api/admin/setups',
    caller: 'staff',
    failure: 'Failed to fetch the account setups',
    cache: NO_STORE,
    query: z.strictObject({ after: z.optional(setupIdSchema) }),
    data: z.array(adminSetupSchema),
  }),
  /** One account setup with everything that staff need to decide on it. */
  adminSetup: endpoint({
    method: 'GET',
    path: '/api/admin/setups/:id',
    caller: 'staff',
    failure: 'Failed to fetch the account setup',
    cache: NO_STORE,
    params: setupParams,
    data: setupCaseSchema,
  }),
  /**
   * Approves an account setup and grants the tier, unless the member has a higher one. 409 if it
   * was decided differently.
   */
  approveSetup: endpoint({
    method: 'POST',
    path: '/api/admin/setups/:id/approve',
    caller: 'staff',
    secondFactor: 'fresh',
    failure: 'Failed to approve the account setup',
    cache: NO_STORE,
    params: setupParams,
    body: approvalBodySchema,
    data: z.object({ setup: adminSetupSchema, user: adminUserSchema }),
  }),
  /** Rejects an account setup and emails the reason. */
  rejectSetup: endpoint({
    method: 'POST',
    path: '/api/admin/setups/:id/reject',
    caller: 'staff',
    failure: 'Failed to reject the account setup',
    cache: NO_STORE,
    params: setupParams,
    body: rejectionBodySchema,
    data: adminSetupSchema,
  }),
} as const;
