import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { liveFiguresSchema } from './liveFigures';

export const liveFiguresEndpoints = {
  /**
   * Members online, today’s signals and posts, and devices that receive signals. Counted at most
   * once a minute.
   */
  liveFigures: endpoint({
    method: 'GET',
    path: '/api/live',
    caller: 'member',
    failure: 'Failed to get the live figures',
    cache: NO_STORE,
    data: z.object({ figures: liveFiguresSchema, countedAt: z.iso.datetime() }),
  }),
} as const;
