import * as z from 'zod/mini';
import { endpoint } from '../core/endpoint';
import { apiSignalSchema, listedSignalSchema } from './apiSignal';
import { payoutSchema } from './payout';
import { performanceSchema } from './figures';
import { servedHeartbeatSchema } from './heartbeat';
import { recordCandleSchema } from './signal';
import { isoTimeSchema } from '../core/time';
import { slotIdSchema } from '../core/slots';

const LIMIT_RULE = 'limit must be a whole number from 1 to 100';

const PAYOUT_RULE = 'payout must be a share from 0.1 to 2, such as 0.8';

const SORT_RULE = 'sortOrder must be asc or desc';

const payoutQuerySchema = z.optional(
  z.pipe(
    z.string(PAYOUT_RULE).check(z.regex(/^\d(\.\d{1,4})?$/, PAYOUT_RULE)),
    z.pipe(z.transform(Number), payoutSchema),
  ),
);

export const signalsQuerySchema = z.strictObject({
  limit: z._default(
    z.pipe(
      z.string(LIMIT_RULE).check(z.regex(/^\d{1,3}$/, LIMIT_RULE)),
      z.pipe(z.transform(Number), z.number().check(z.gte(1, LIMIT_RULE), z.lte(100, LIMIT_RULE))),
    ),
    10,
  ),
  sortOrder: z._default(z.enum(['asc', 'desc'], SORT_RULE), 'desc'),
  updatedAfter: z.optional(isoTimeSchema),
  /** Last signal of the previous page, which changed at `updatedAfter`. */
  afterId: z.optional(slotIdSchema),
  before: z.optional(isoTimeSchema),
  payout: payoutQuerySchema,
});

const signalParams = z.strictObject({ id: slotIdSchema });

const REVALIDATE = 'private, no-cache';

export const signalsEndpoints = {
  /** The signals of the member's tier. */
  signals: endpoint({
    method: 'GET',
    path: '/api/signals',
    caller: 'member',
    failure: 'Failed to fetch signals',
    cache: REVALIDATE,
    query: signalsQuerySchema,
    data: z.array(listedSignalSchema),
  }),
  /** One signal of the member's tier. */
  signal: endpoint({
    method: 'GET',
    path: '/api/signals/:id',
    caller: 'member',
    failure: 'Failed to fetch signals',
    cache: REVALIDATE,
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
    cache: REVALIDATE,
    params: signalParams,
    data: z.array(recordCandleSchema),
  }),
  /** The record’s figures, computed from settled signals. */
  performance: endpoint({
    method: 'GET',
    path: '/api/signals/stats/performance',
    caller: 'member',
    failure: 'Failed to fetch signals',
    cache: REVALIDATE,
    data: performanceSchema,
  }),
  /** The state of the newest slot, and when a closed market opens. */
  heartbeat: endpoint({
    method: 'GET',
    path: '/api/signals/stats/heartbeat',
    caller: 'member',
    failure: 'Failed to fetch signals',
    cache: REVALIDATE,
    data: z.nullable(servedHeartbeatSchema),
  }),
} as const;
