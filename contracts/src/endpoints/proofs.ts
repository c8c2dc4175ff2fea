import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../api/endpoint';
import { proofStateSchema, traderIdSchema } from '../onboarding/proof';

export const proofsEndpoints = {
  submitProof: endpoint({
    method: 'POST',
    path: '/api/proofs',
    caller: 'member',
    idempotent: true,
    summary:
      'Submits a trader ID with the proof that was uploaded before, at proofs/{uid}/{proofId}',
    failure: 'Verification submission failed. Please try again.',
    cache: NO_STORE,
    body: z.strictObject({
      proofId: z.uuid('proofId must be a UUID'),
      traderId: traderIdSchema,
    }),
    data: z.object({ proofId: z.string(), state: proofStateSchema }),
  }),
} as const;
