import * as z from 'zod/mini';
import { endpoint } from '../api/endpoint';
import { apiSignalSchema } from '../signals/apiSignal';
import { performanceSchema } from '../signals/performanceSchema';
import { slotIdSchema } from '../signals/signal';
import { isoTime } from '../time/wire';
import { recordCandleSchema } from './record';

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
  /** Only signals of slots before this time, newest first: the pages of an older history. */
  before: z.optional(isoTime),
});

const signalParams = z.strictObject({ id: slotIdSchema });

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
  signal: endpoint({
    method: 'GET',
    path: '/api/signals/:id',
    caller: 'member',
    summary: "One signal of the member's tier",
    failure: 'Failed to fetch signals',
    cache: REVALIDATED,
    params: signalParams,
    data: apiSignalSchema,
  }),
  signalChart: endpoint({
    method: 'GET',
    path: '/api/signals/:id/chart',
    caller: 'member',
    summary: 'The market around a settled signal, oldest first; empty where it was not kept',
    failure: 'Failed to fetch signals',
    cache: REVALIDATED,
    params: signalParams,
    data: z.array(recordCandleSchema),
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
