import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { presenceSchema } from './presence';

export const presenceEndpoints = {
  /**
   * Reports every four minutes that the caller has a room open. Returns how many members are
   * online, counted once a minute.
   */
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
