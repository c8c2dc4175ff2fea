import * as z from 'zod/mini';
import { countSchema } from '../core/countSchema';
import { endpoint } from '../core/endpoint';
import { AUDIENCES } from '../signals/signal';

/**
 * `record`: its first entries, published or tried, won less often than a coin's, at 99%. `trial`:
 * not yet more often. `forecasts`: its stated odds are off.
 */
const ASIDE_REASONS = ['record', 'trial', 'forecasts'] as const;

export type AsideReason = (typeof ASIDE_REASONS)[number];

const strategyRecordSchema = z.object({
  id: z.string(),
  audiences: z.array(z.enum(AUDIENCES)),
  /** First entries that moved. While the strategy is put aside, its unpublished picks count. */
  moved: countSchema,
  won: countSchema,
  /** Null while it publishes. */
  aside: z.nullable(z.object({ since: z.iso.datetime(), reason: z.enum(ASIDE_REASONS) })),
});

export type StrategyRecord = z.infer<typeof strategyRecordSchema>;

const entryOddsRecordSchema = z.object({
  /** First entries that moved, of published signals. */
  counted: countSchema,
  /**
   * By how much the odds restated at the entry came closer than the published ones: percent of
   * Brier skill, with its 95% interval. Null below two results.
   */
  gain: z.nullable(z.object({ value: z.number(), low: z.number(), high: z.number() })),
  /** True if new signals state them. */
  isShown: z.boolean(),
});

export type EntryOddsRecord = z.infer<typeof entryOddsRecordSchema>;

export const strategyOverviewSchema = z.object({
  strategies: z.array(strategyRecordSchema),
  entryOdds: entryOddsRecordSchema,
});

export type StrategyOverview = z.infer<typeof strategyOverviewSchema>;

export const strategiesEndpoints = {
  /**
   * Each strategy with its first entries' record, and whether that record put it aside. Also the
   * record of the odds restated at the entry.
   */
  strategies: endpoint({
    method: 'GET',
    path: '/api/record/strategies',
    caller: 'public',
    failure: 'Failed to get the strategies',
    cache: 'public, max-age=3600, stale-while-revalidate=86400',
    data: strategyOverviewSchema,
  }),
} as const;
