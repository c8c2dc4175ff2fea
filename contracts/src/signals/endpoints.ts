import * as z from 'zod/mini';
import { endpoint } from '../core/endpoint';
import { apiSignalSchema, listedSignalSchema } from './apiSignal';
import { payoutSchema } from './payout';
import { performanceSchema } from './figures';
import { servedHeartbeatSchema } from './heartbeat';
import { recordCandleSchema } from './signal';
import { isoTimeSchema } from '../core/time';
import { slotIdSchema } from '../core/slots';

const LIMIT = 'limit must be a whole number from 1 to 100';

const PAYOUT = 'payout must be a share from 0.1 to 2, such as 0.8';

const SORT = 'sortOrder must be asc or desc';

const payoutQuerySchema = z.optional(
  z.pipe(
    z.string(PAYOUT).check(z.regex(/^\d(\.\d{1,4})?$/, PAYOUT)),
    z.pipe(z.transform(Number), payoutSchema),
  ),
);

export const signalsQuerySchema = z.strictObject({
  limit: z._default(
    z.pipe(
      z.string(LIMIT).check(z.regex(/^\d{1,3}$/, LIMIT)),
      z.pipe(z.transform(Number), z.number().check(z.gte(1, LIMIT), z.lte(100, LIMIT))),
    ),
    10,
  ),
  sortOrder: z._default(z.enum(['asc', 'desc'], SORT), 'desc'),
  updatedAfter: z.optional(isoTimeSchema),
  /** Last signal of the previous page, which changed at `updatedAfter`. */
  afterId: z.optional(slotIdSchema),
  before: z.optional(isoTimeSchema),
  payout: payoutQuerySchema,
});

const signalParams = z.strictObject({ id: slotIdSchema });

const REVALIDATED = 'private, no-cache';

export const signalsEndpoints = {
  /** The signals of the member's tier. */
  signals: endpoint({
    method: 'GET',
    path: '/api/signals',
    caller: 'member',
    failure: 'Failed to fetch signals',
    cache: REVALIDATED,
    query: signalsQuerySchema,
    data: z.array(listedSignalSchema),
  }),
  /** One signal of the member's tier. */
  signal: endpoint({
    method: 'GET',
    path: '/api/signals/:id',
    caller: 'member',
    failure: 'Failed to fetch signals',
    cache: REVALIDATED,
    params: signalParams,
    query: z.strictObject({ payout: payoutQuerySchema }),
    data: apiSignalSchema,
  }),
  /** Candles around a settled signal, oldest first. Empty if none were stored. */
  signalChart: endpoint({
    method: 'GET',
    path: '/api/signals/:id/chart',
    caller: 'member',
    failure: 'Failed to fetch signals',
    cache: REVALIDATED,
    params: signalParams,
    data: z.array(recordCandleSchema),
  }),
  /** The record’s figures, computed from settled signals. */
  performance: endpoint({
    method: 'GET',
    path: '/api/signals/stats/performance',
    caller: 'member',
    failure: 'Failed to fetch signals',
    cache: REVALIDATED,
    data: performanceSchema,
  }),
  /** The state of the newest slot, and when a closed market opens. */
  heartbeat: endpoint({
    method: 'GET',
    path: '/api/signals/stats/heartbeat',
    caller: 'member',
    failure: 'Failed to fetch signals',
    cache: REVALIDATED,
    data: z.nullable(servedHeartbeatSchema),
  }),
} as const;
