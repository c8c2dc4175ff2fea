import * as z from 'zod/mini';
import { wilson } from '../statistics/wilson';
import { firestoreTime } from '../time/wire';
import { probabilitySchema, type Settlement, type Signal } from './signal';
import { sourceSchema } from './source';

const count = z.int().check(z.gte(0));

/** `stats/performance` as Firestore holds it: counters that one settlement changes by one. */
export const performanceCountersSchema = z.object({
  settled: count,
  won: count,
  lost: count,
  breakEven: count,
  firstEntryWon: count,
  /** Sum of the settled signals' confidence, in percent. */
  confidenceSum: z.number(),
  missedSlots: count,
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
} as const satisfies Omit<PerformanceCounters, 'source' | 'updatedAt'>;

/** The counters after one more settlement. */
export function countSettlement<C extends Omit<PerformanceCounters, 'source' | 'updatedAt'>>(
  counters: C,
  signal: Pick<Signal, 'confidence'>,
  settlement: Pick<Settlement, 'outcome' | 'level'>,
): C {
  const one = (is: boolean) => (is ? 1 : 0);
  return {
    ...counters,
    settled: counters.settled + 1,
    won: counters.won + one(settlement.outcome === 'profit'),
    lost: counters.lost + one(settlement.outcome === 'loss'),
    breakEven: counters.breakEven + one(settlement.outcome === 'break-even'),
    firstEntryWon: counters.firstEntryWon + one(settlement.level === 0),
    confidenceSum: counters.confidenceSum + signal.confidence.value,
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
  source: sourceSchema,
  demonstration: z.boolean(),
});
export type Performance = z.infer<typeof performanceSchema>;

/** The figures of a record, computed from its counters. A break-even counts as not won. */
export function performanceOf(counters: Omit<PerformanceCounters, 'updatedAt'>): Performance {
  const { settled } = counters;
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
    source: counters.source,
    demonstration: counters.source !== 'twelvedata',
  };
}
