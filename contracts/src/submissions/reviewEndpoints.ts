import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import {
  adminProofSchema,
  adminSetupSchema,
  duplicateProofSchema,
  fingerprintSchema,
  proofCaseSchema,
  setupCaseSchema,
} from './review';
import { isPrintable } from '../core/validation';
import { adminUserSchema } from '../account/adminUser';

const REASON = 'Please say why';

/** The tiers that staff can grant. */
export const grantedTier = z.enum(['starter', 'essential'], 'tier must be starter or essential');

/** Approves a submission, which grants its member a tier. */
const approvalBody = z.strictObject({ tier: grantedTier });

/** The reason for rejecting a submission, in a sentence that the member reads. */
const rejectionField = z
  .string(REASON)
  .check(
    z.trim(),
    z.minLength(1, { error: REASON, abort: true }),
    z.maxLength(300, 'The reason must be at most 300 characters'),
    z.refine(isPrintable, 'The reason must not contain control characters'),
  );

/** Rejects a submission. */
const rejectionBody = z.strictObject({ reason: rejectionField });

const NO_PROOF = 'There is no such proof';

const proofId = z.uuid(NO_PROOF);

const proofParams = z.strictObject({ id: proofId });

/** Proofs per page of the queue. Each costs two reads, because its claim is a separate document. */
export const PROOFS_PAGE_SIZE = 25;

/** The most proofs rejected in one call. */
export const MAX_BULK_REJECTIONS = 20;

const IDS = `ids must name 1 to ${MAX_BULK_REJECTIONS} proofs`;

/** The most characters of the broker's list per call; a longer list is sent in parts. */
export const BROKER_CSV_MAX_LENGTH = 90_000;

export const adminProofsEndpoints = {
  adminProofs: endpoint({
    method: 'GET',
    path: '/api/admin/proofs',
    caller: 'staff',
    failure: 'Failed to fetch proofs',
    cache: NO_STORE,
    query: z.strictObject({ after: z.optional(proofId) }),
    data: z.array(adminProofSchema),
  }),
  claimNextProof: endpoint({
    method: 'POST',
    path: '/api/admin/proofs/next',
    caller: 'staff',
    failure: 'Failed to fetch proofs',
    cache: NO_STORE,
    data: z.nullable(proofCaseSchema),
  }),
  claimProof: endpoint({
    method: 'POST',
    path: '/api/admin/proofs/:id/claim',
    caller: 'staff',
    failure: 'Failed to take the proof',
    cache: NO_STORE,
    params: proofParams,
    data: proofCaseSchema,
  }),
  releaseProof: endpoint({
    method: 'POST',
    path: '/api/admin/proofs/:id/release',
    caller: 'staff',
    failure: 'Failed to release the proof',
    cache: NO_STORE,
    params: proofParams,
    data: z.object({}),
  }),
  compareProof: endpoint({
    method: 'POST',
    path: '/api/admin/proofs/:id/fingerprint',
    caller: 'staff',
    failure: 'Failed to compare the image',
    cache: NO_STORE,
    params: proofParams,
    body: fingerprintSchema,
    data: z.array(duplicateProofSchema),
  }),
  approveProof: endpoint({
    method: 'POST',
    path: '/api/admin/proofs/:id/approve',
    caller: 'staff',
    secondFactor: 'fresh',
    failure: 'Failed to approve the proof',
    cache: NO_STORE,
    params: proofParams,
    body: approvalBody,
    data: z.object({ proof: adminProofSchema, user: adminUserSchema }),
  }),
  rejectProof: endpoint({
    method: 'POST',
    path: '/api/admin/proofs/:id/reject',
    caller: 'staff',
    failure: 'Failed to reject the proof',
    cache: NO_STORE,
    params: proofParams,
    body: rejectionBody,
    data: adminProofSchema,
  }),
  rejectProofs: endpoint({
    method: 'POST',
    path: '/api/admin/proofs/reject',
    caller: 'staff',
    failure: 'Failed to reject the proofs',
    cache: NO_STORE,
    body: z.strictObject({
      ids: z.array(proofId, IDS).check(z.minLength(1, IDS), z.maxLength(MAX_BULK_REJECTIONS, IDS)),
      reason: rejectionField,
    }),
    data: z.object({ rejected: z.array(z.string()) }),
  }),
  importBrokerList: endpoint({
    method: 'POST',
    path: '/api/admin/broker-list',
    caller: 'staff',
    failure: 'Failed to import the list',
    cache: NO_STORE,
    body: z.strictObject({
      csv: z
        .string('csv must be a text')
        .check(z.maxLength(BROKER_CSV_MAX_LENGTH, 'The list is too long: please send it in parts')),
      /** What stands before decimals in the whole list, of which this may be a part; null if that isn't plain. */
      decimalMark: z.optional(z.nullable(z.enum(['.', ','], 'decimalMark must be . or ,'))),
    }),
    data: z.object({
      imported: z.int(),
      /** Unreadable rows, by line, with the reason. */
      problems: z.array(z.object({ line: z.int(), problem: z.string() })),
    }),
  }),
} as const;

/** Account setups per page of the queue. */
export const SETUPS_PAGE_SIZE = 50;

const setupId = z.uuid('There is no such account setup');

const setupParams = z.strictObject({ id: setupId });

export const adminSetupsEndpoints = {
  adminSetups: endpoint({
    method: 'GET',
    path: '/api/admin/setups',
    caller: 'staff',
    failure: 'Failed to fetch the account setups',
    cache: NO_STORE,
    query: z.strictObject({ after: z.optional(setupId) }),
    data: z.array(adminSetupSchema),
  }),
  adminSetup: endpoint({
    method: 'GET',
    path: '/api/admin/setups/:id',
    caller: 'staff',
    failure: 'Failed to fetch the account setup',
    cache: NO_STORE,
    params: setupParams,
    data: setupCaseSchema,
  }),
  approveSetup: endpoint({
    method: 'POST',
    path: '/api/admin/setups/:id/approve',
    caller: 'staff',
    secondFactor: 'fresh',
    failure: 'Failed to approve the account setup',
    cache: NO_STORE,
    params: setupParams,
    body: approvalBody,
    data: z.object({ setup: adminSetupSchema, user: adminUserSchema }),
  }),
  rejectSetup: endpoint({
    method: 'POST',
    path: '/api/admin/setups/:id/reject',
    caller: 'staff',
    failure: 'Failed to reject the account setup',
    cache: NO_STORE,
    params: setupParams,
    body: rejectionBody,
    data: adminSetupSchema,
  }),
} as const;
