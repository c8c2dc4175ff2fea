import { endpoint, NO_STORE } from '../api/endpoint';
import { setupBodySchema, setupSchema } from '../setup/setup';

export const setupsEndpoints = {
  submitSetup: endpoint({
    method: 'POST',
    path: '/api/setups',
    caller: 'member',
    idempotent: true,
    summary:
      'Submits a funded broker account with the proof that was uploaded before, at setupProofs/{uid}/{setupId}, and chooses the path of access',
    failure: 'Verification submission failed. Please try again.',
    cache: NO_STORE,
    body: setupBodySchema,
    data: setupSchema,
  }),
} as const;
