import * as z from 'zod/mini';
import { wilson } from '../statistics/wilson';
import { firestoreTime } from '../time/wire';
import {
  countDetails,
  detailCountersSchema,
  detailsOf,
  noDetails,
  type DetailCounters,
  type Judged,
  type Over,
} from './figures/details';
import type { Ended } from './figures/ladder';
import type { Performance } from './performanceSchema';
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

/** A percentage of two digits as a whole number, so that a sum is the same whatever the order of its terms. */
const hundredths = (percent: number): number => Math.round(percent * 100);

type Counters = Omit<PerformanceCounters, 'source' | 'updatedAt'>;

/** The counters after these settlements, in their order: the same as one after another, but quicker for thousands. */
export function countSettlements<C extends Counters>(counters: C, all: readonly Over[]): C {
  const ended: Record<Ended['outcome'], number> = { profit: 0, loss: 0, 'break-even': 0 };
  let firstEntryWon = 0;
  let said = 0;
  for (const [{ confidence }, { outcome, level }] of all) {
    ended[outcome] += 1;
    if (level === 0) firstEntryWon += 1;
    said += hundredths(confidence.value);
  }
  return {
    ...counters,
    settled: counters.settled + all.length,
    won: counters.won + ended.profit,
    lost: counters.lost + ended.loss,
    breakEven: counters.breakEven + ended['break-even'],
    firstEntryWon: counters.firstEntryWon + firstEntryWon,
    confidenceSum: (hundredths(counters.confidenceSum) + said) / 100,
    details: countDetails(counters.details, all),
  };
}

/** The counters after one more settlement. Costs the same however many there were. */
export const countSettlement = <C extends Counters>(
  counters: C,
  signal: Judged,
  settlement: Ended,
): C => countSettlements(counters, [[signal, settlement]]);

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
