import * as z from 'zod/mini';
import { endpoint } from '../api/endpoint';
import { apiSignalSchema } from '../signals/apiSignal';
import { performanceSchema } from '../signals/performance';
import { isoTime } from '../time/wire';

const LIMIT = 'limit must be a whole number from 1 to 100';
const SORT = 'sortOrder must be asc or desc';

/** Query of the list: newest first and ten of them, unless told otherwise. */
export const signalsQuerySchema = z.strictObject({
  limit: z._default(
    z.pipe(
      z.string(LIMIT).check(z.regex(/^\d{1,3}$/, LIMIT)),
      z.pipe(z.transform(Number), z.number().check(z.gte(1, LIMIT), z.lte(100, LIMIT))),
    ),
    10,
  ),
  sortOrder: z._default(z.enum(['asc', 'desc'], SORT), 'desc'),
  /** Only signals changed after this time, in order of change: the catch-up after an absence. */
  updatedAfter: z.optional(isoTime),
});

/** Kept by the browser alone, and asked for again with its ETag. */
const REVALIDATED = 'private, no-cache';

export const signalsEndpoints = {
  signals: endpoint({
    method: 'GET',
    path: '/api/signals',
    caller: 'member',
    summary: "The signals of the member's tier",
    failure: 'Failed to fetch signals',
    cache: REVALIDATED,
    query: signalsQuerySchema,
    data: z.array(apiSignalSchema),
  }),
  performance: endpoint({
    method: 'GET',
    path: '/api/signals/stats/performance',
    caller: 'member',
    summary: 'The record in figures, computed from settled signals',
    failure: 'Failed to fetch signals',
    cache: REVALIDATED,
    data: performanceSchema,
  }),
} as const;
