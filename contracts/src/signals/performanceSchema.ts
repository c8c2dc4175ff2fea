import * as z from 'zod/mini';
import { performanceDetailsSchema } from './figures/answered';
import { probabilitySchema } from './signal';
import { sourceSchema } from './source';

const count = z.int().check(z.gte(0));

/** What the API answers and the performance panel shows; rates in percent of the settled signals, null before the first. */
export const performanceSchema = z.object({
  totalSignals: count,
  wonSignals: count,
  lostSignals: count,
  breakEvenSignals: count,
  winRate: z.nullable(z.number()),
  winRateRange: z.nullable(probabilitySchema),
  firstEntryRate: z.nullable(z.number()),
  firstEntryRange: z.nullable(probabilitySchema),
  avgConfidence: z.nullable(z.number()),
  missedSlots: count,
  /** Left out where the counters have none. */
  details: z.optional(performanceDetailsSchema),
  source: sourceSchema,
  demonstration: z.boolean(),
});
export type Performance = z.infer<typeof performanceSchema>;
