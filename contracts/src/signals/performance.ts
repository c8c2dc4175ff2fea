import * as z from 'zod/mini';
import { wilson } from '../statistics/wilson';
import { firestoreTime } from '../time/wire';
import {
  countDetails,
  detailCountersSchema,
  detailsOf,
  noDetails,
  performanceDetailsSchema,
  type DetailCounters,
  type Judged,
} from './figures/details';
import type { Ended } from './figures/ladder';
import { probabilitySchema } from './signal';
import { sourceSchema } from './source';

const count = z.int().check(z.gte(0));

/** `stats/performance` as Firestore holds it: counters that one settlement changes by one. */
export const performanceCountersSchema = z.object({
  settled: count,
  won: count,
  lost: count,
  breakEven: count,
  firstEntryWon: count,
  /** Sum of the settled signals' confidence, in percent, exact to the hundredths that confidence is told in. */
  confidenceSum: z.number(),
  missedSlots: count,
  details: z._default(detailCountersSchema, noDetails),
  source: sourceSchema,
  updatedAt: firestoreTime,
});
export type PerformanceCounters = z.infer<typeof performanceCountersSchema>;

/** The counters of a record in which nothing is settled yet. */
export const NO_SIGNALS_SETTLED = {
  settled: 0,
  won: 0,
  lost: 0,
  breakEven: 0,
  firstEntryWon: 0,
  confidenceSum: 0,
  missedSlots: 0,
  details: noDetails(),
} satisfies Omit<PerformanceCounters, 'source' | 'updatedAt'>;

const one = (is: boolean): number => (is ? 1 : 0);

/** A sum of percentages of two digits, the same whatever the order of its terms. */
const inHundredths = (percent: number): number => Math.round(percent * 100) / 100;

/** The counters after one more settlement. Costs the same however many there were. */
export function countSettlement<C extends Omit<PerformanceCounters, 'source' | 'updatedAt'>>(
  counters: C,
  signal: Judged,
  settlement: Ended,
): C {
  return {
    ...counters,
    settled: counters.settled + 1,
    won: counters.won + one(settlement.outcome === 'profit'),
    lost: counters.lost + one(settlement.outcome === 'loss'),
    breakEven: counters.breakEven + one(settlement.outcome === 'break-even'),
    firstEntryWon: counters.firstEntryWon + one(settlement.level === 0),
    confidenceSum: inHundredths(counters.confidenceSum + signal.confidence.value),
    details: countDetails(counters.details, signal, settlement),
  };
}

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

/** The figures of a record, computed from its counters. A break-even counts as not won. */
export function performanceOf(
  counters: Omit<PerformanceCounters, 'updatedAt' | 'details'> & { details?: DetailCounters },
): Performance {
  const { settled } = counters;
  const totals = { settled, won: counters.firstEntryWon, flat: counters.breakEven };
  const winRateRange = wilson(counters.won, settled);
  const firstEntryRange = wilson(counters.firstEntryWon, settled);
  return {
    totalSignals: settled,
    wonSignals: counters.won,
    lostSignals: counters.lost,
    breakEvenSignals: counters.breakEven,
    winRate: winRateRange?.value ?? null,
    winRateRange,
    firstEntryRate: firstEntryRange?.value ?? null,
    firstEntryRange,
    avgConfidence: settled === 0 ? null : counters.confidenceSum / settled,
    missedSlots: counters.missedSlots,
    ...(counters.details && { details: detailsOf(counters.details, totals) }),
    source: counters.source,
    demonstration: counters.source !== 'twelvedata',
  };
}
