import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { presenceSchema } from './presence';

export const presenceEndpoints = {
  bePresent: endpoint({
    method: 'POST',
    path: '/api/presence',
    caller: 'member',
    failure: 'Failed to count the members online',
    cache: NO_STORE,
    body: z.strictObject({}),
    data: presenceSchema,
  }),
} as const;
