import * as z from 'zod/mini';
import { endpoint, NO_STORE } from '../core/endpoint';
import { liveFiguresSchema } from './liveFigures';

export const liveFiguresEndpoints = {
  /** Members online, signals and posts of today, and devices that signals reach, counted at most once a minute. */
  liveFigures: endpoint({
    method: 'GET',
    path: '/api/live',
    caller: 'member',
    failure: 'Failed to get the live figures',
    cache: NO_STORE,
    data: z.object({ figures: liveFiguresSchema, countedAt: z.iso.datetime() }),
  }),
} as const;
