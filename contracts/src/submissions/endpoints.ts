import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import {
  proofStateSchema,
  setupBodySchema,
  setupSchema,
  traderIdSchema,
  uploadBodySchema,
} from './submission';

export const submissionsEndpoints = {
  /**
   * Permits one upload of this type and size to the returned path within a day. Its id is the
   * idempotency key.
   */
  openUpload: endpoint({
    method: 'POST',
    path: '/api/uploads',
    caller: 'member',
    idempotent: true,
    failure: 'The upload could not be prepared. Please try again.',
    cache: NO_STORE,
    body: uploadBodySchema,
    data: z.object({ id: z.string(), path: z.string() }),
  }),
  /** Submits a trader ID with a previously uploaded proof: proofId is the id of that upload. */
  submitProof: endpoint({
    method: 'POST',
    path: '/api/proofs',
    caller: 'member',
    idempotent: true,
    failure: 'Verification submission failed. Please try again.',
    cache: NO_STORE,
    body: z.strictObject({
      proofId: z.uuid('proofId must be a UUID'),
      traderId: traderIdSchema,
    }),
    data: z.object({ proofId: z.string(), state: proofStateSchema }),
  }),
  /**
   * Submits a funded broker account with a previously uploaded proof, whose id is setupId, and
   * chooses the access path.
   */
  submitSetup: endpoint({
    method: 'POST',
    path: '/api/setups',
    caller: 'member',
    idempotent: true,
    failure: 'Verification submission failed. Please try again.',
    cache: NO_STORE,
    body: setupBodySchema,
    data: setupSchema,
  }),
} as const;
