import * as z from 'zod/mini';
import { countSchema } from '../core/countSchema';
import { endpoint } from '../core/endpoint';
import { AUDIENCES } from '../signals/signal';

/**
 * `record`: its first entries won less often than a coin's, at 99 %. `trial`: not yet more often.
 * `forecasts`: its stated odds are off.
 */
const ASIDE_REASONS = ['record', 'trial', 'forecasts'] as const;

export type AsideReason = (typeof ASIDE_REASONS)[number];

export const strategyRecordSchema = z.object({
  id: z.string(),
  audiences: z.array(z.enum(AUDIENCES)),
  /** First entries that moved. While the strategy is put aside, its unpublished picks count. */
  moved: countSchema,
  won: countSchema,
  /** Null while it publishes. */
  aside: z.nullable(z.object({ since: z.iso.datetime(), reason: z.enum(ASIDE_REASONS) })),
});

export type StrategyRecord = z.infer<typeof strategyRecordSchema>;

export const strategiesEndpoints = {
  /** The strategies, each with its first entries' record, and which ones that record put aside. */
  strategies: endpoint({
    method: 'GET',
    path: '/api/record/strategies',
    caller: 'public',
    failure: 'Failed to get the strategies',
    cache: 'public, max-age=3600, stale-while-revalidate=86400',
    data: z.array(strategyRecordSchema),
  }),
} as const;
