import * as z from 'zod/mini';
import type { SealedSignal } from './ledger/entry';
import { firestoreTime, type Weekday, WEEKDAYS } from '../core/time';
import type { Ended } from '../signals/ended';
import {
  copyOfListed,
  countLadder,
  countListed,
  countNamed,
  firstEntryWinner,
  ladderCountersSchema,
  listedRows,
  listedTalliesSchema,
  listOf,
  martingaleCost,
  type NamedTallies,
  namedTalliesSchema,
  NO_LADDER_PLAYED,
  type Performance,
  type PerformanceDetails,
  rateRows,
  type Tally,
} from '../signals/figures';
import { sourceSchema, wilson } from '../signals/signal';
import { COIN, withinLadder } from '../signals/ladder';
import {
  countEntered,
  type EnteredCounters,
  enteredCountersSchema,
  enteredOf,
  NONE_ENTERED,
} from '../signals/entered';
import {
  calibrationError,
  copyOfForecasts,
  countForecast,
  noForecasts,
  reliabilityCountersSchema,
  reliabilityOf,
} from '../signals/reliability';
import { LADDER_RULES, type LadderRules, ladderRulesSchema } from '../signals/rules';
import { pairLabel } from '../market/pairs';

const count = z.int().check(z.gte(0));

/** The fields of a signal that the figures depend on. */
export type MeasuredSignal = Pick<SealedSignal, 'id' | 'pair' | 'strategy'> & {
  readonly [forecast in 'confidence' | 'firstEntry']: { readonly value: number };
} & { readonly entered?: boolean | undefined };

/** Counters beside the totals. Their number doesn't grow with the record; retired strategies stay counted. */
const countersSchema = z.object({
  byStrategy: namedTalliesSchema,
  byPair: namedTalliesSchema,
  /** By hour and weekday (0 is Sunday) of the slot, in UTC. */
  byHour: listedTalliesSchema,
  byWeekday: listedTalliesSchema,
  confidence: reliabilityCountersSchema,
  firstEntry: reliabilityCountersSchema,
  /** First entries that a CALL would have won, and a PUT. */
  callWins: count,
  putWins: count,
  ladder: ladderCountersSchema,
});

export type DetailCounters = z.infer<typeof countersSchema>;

/** The counters of a record without settlements. */
const noDetails = (): DetailCounters => ({
  byStrategy: {},
  byPair: {},
  byHour: listOf(24),
  byWeekday: listOf(7),
  confidence: noForecasts(),
  firstEntry: noForecasts(),
  callWins: 0,
  putWins: 0,
  ladder: NO_LADDER_PLAYED,
});

/** The weekday (0 is Sunday) of a day in UTC: `20261120`. */
const weekdayOf = (day: string): number =>
  new Date(
    Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6))),
  ).getUTCDay();

/** Mutable working copy of the counters. */
type Counting = Omit<DetailCounters, 'byStrategy' | 'byPair'> & {
  readonly byStrategy: NamedTallies;
  readonly byPair: NamedTallies;
  readonly rules: LadderRules;
  /** Cached weekdays by day: thousands of signals share a few days. */
  readonly weekdays: Map<string, number>;
};

const countingFrom = (details: DetailCounters, rules: LadderRules): Counting => ({
  ...details,
  rules,
  byStrategy: new Map(Object.entries(details.byStrategy)),
  byPair: new Map(Object.entries(details.byPair)),
  byHour: copyOfListed(details.byHour),
  byWeekday: copyOfListed(details.byWeekday),
  confidence: copyOfForecasts(details.confidence),
  firstEntry: copyOfForecasts(details.firstEntry),
  ladder: { ...details.ladder },
  weekdays: new Map(),
});

const countersOf = ({
  weekdays,
  rules,
  byStrategy,
  byPair,
  ...counting
}: Counting): DetailCounters => ({
  ...counting,
  byStrategy: Object.fromEntries(byStrategy),
  byPair: Object.fromEntries(byPair),
});

/** A settled signal with its outcome. */
export type Over = readonly [signal: MeasuredSignal, ended: Ended];

function weekdayIn({ weekdays }: Counting, slotId: string): number {
  const day = slotId.slice(0, 8);
  const weekday = weekdays.get(day) ?? weekdayOf(day);
  weekdays.set(day, weekday);
  return weekday;
}

function countOver(into: Counting, [signal, ended]: Over): void {
  const counted = { isWon: ended.outcome === 'profit', isFirstEntryWon: ended.level === 0 };
  const winner = firstEntryWinner(ended);
  countNamed(into.byStrategy, signal.strategy, counted);
  countNamed(into.byPair, signal.pair, counted);
  countListed(into.byHour, Number(signal.id.slice(9, 11)), counted);
  countListed(into.byWeekday, weekdayIn(into, signal.id), counted);
  countForecast(into.confidence, signal.confidence.value, counted.isWon);
  countForecast(into.firstEntry, signal.firstEntry.value, counted.isFirstEntryWon);
  if (winner === 'CALL') into.callWins += 1;
  if (winner === 'PUT') into.putWins += 1;
  countLadder(into.ladder, ended, into.rules);
}

/** The counters after these settlements, in order, by the record's rules; the input stays unchanged. */
function countDetails(
  before: DetailCounters,
  all: readonly Over[],
  rules: LadderRules,
): DetailCounters {
  const counting = countingFrom(before, rules);
  for (const over of all) countOver(counting, over);
  return countersOf(counting);
}

/** Settled signals needed to present a rate as a headline. */
export const HEADLINE_FROM = 30;

/** The hours of a day as figures name them: `00` to `23`. */
export const HOURS = /* @__PURE__ */ Array.from({ length: 24 }, (_, hour) =>
  String(hour).padStart(2, '0'),
);

const namedRows = (tallies: Readonly<Record<string, Tally>>, nameOf = (name: string) => name) =>
  Object.keys(tallies)
    .sort()
    .flatMap((name) => {
      const tally = tallies[name];
      return tally ? rateRows(nameOf(name), tally) : [];
    });

function weekdayRows(counters: DetailCounters) {
  const sundayFirst = listedRows(counters.byWeekday, WEEKDAYS);
  const isSunday = ({ name }: { name: Weekday }) => name === 'Sunday';
  return [...sundayFirst.filter((row) => !isSunday(row)), ...sundayFirst.filter(isSunday)];
}

function baselinesOf(
  { callWins, putWins }: DetailCounters,
  settled: number,
  { levels }: LadderRules,
) {
  const share = (wins: number) => (settled === 0 ? null : (100 * wins) / settled);
  return {
    alwaysCall: share(callWins),
    alwaysPut: share(putWins),
    coin: share((callWins + putWins) / 2),
    coinWithinFourLevels: withinLadder(COIN.firstEntry, levels),
  };
}

/** The figures of these counters, by the record's rules; `won` and `flat` count first entries of `settled` signals. */
function detailsOf(
  counters: DetailCounters,
  totals: { settled: number; won: number; flat: number },
  rules: LadderRules,
): PerformanceDetails {
  const reliability = reliabilityOf(counters.confidence);
  const firstEntryReliability = reliabilityOf(counters.firstEntry);
  return {
    isHeadline: totals.settled >= HEADLINE_FROM,
    calibrationError: calibrationError(reliability),
    firstEntryCalibrationError: calibrationError(firstEntryReliability),
    reliability,
    firstEntryReliability,
    baselines: baselinesOf(counters, totals.settled, rules),
    martingale: martingaleCost(counters.ladder, totals, rules),
    byStrategy: namedRows(counters.byStrategy),
    byPair: namedRows(counters.byPair, pairLabel),
    byHour: listedRows(counters.byHour, HOURS),
    byWeekday: weekdayRows(counters),
  };
}

const settledCount = z.int().check(z.gte(0));

/** `stats/performance` as Firestore holds it: running counters that each settlement updates. */
export const performanceCountersSchema = z.object({
  settled: settledCount,
  won: settledCount,
  lost: settledCount,
  breakEven: settledCount,
  firstEntryWon: settledCount,
  /** Sum of the settled signals' confidence, in percent, exact to the hundredth, the precision of a confidence. */
  confidenceSum: z.number(),
  missedSlots: settledCount,
  /** Of the signals that could be entered: all other counters are of all signals. */
  entered: enteredCountersSchema,
  details: countersSchema,
  /** The record's rules, from its genesis: the ladder's result is counted in these stakes. */
  rules: ladderRulesSchema,
  source: sourceSchema,
  updatedAt: firestoreTime,
});

export type PerformanceCounters = z.infer<typeof performanceCountersSchema>;

/** The counters of a new record, without settlements. */
export const NO_SIGNALS_SETTLED = {
  settled: 0,
  won: 0,
  lost: 0,
  breakEven: 0,
  firstEntryWon: 0,
  confidenceSum: 0,
  missedSlots: 0,
  entered: NONE_ENTERED,
  details: noDetails(),
  rules: LADDER_RULES,
} satisfies Omit<PerformanceCounters, 'source' | 'updatedAt'>;

/** A percentage with two decimals as an integer, so that a sum doesn't depend on the order of its terms. */
const hundredths = (percent: number): number => Math.round(percent * 100);

type Counters = Omit<PerformanceCounters, 'source' | 'updatedAt'>;

/** The counters after these settlements, in order: the same result as one by one, but faster for thousands. */
export function countSettlements<C extends Counters>(counters: C, all: readonly Over[]): C {
  const ended: Record<Ended['outcome'], number> = { profit: 0, loss: 0, 'break-even': 0 };
  const entered = { ...counters.entered };
  let firstEntryWon = 0;
  let said = 0;
  for (const [{ confidence, entered: isEntered }, over] of all) {
    const { outcome, level } = over;
    countEntered(entered, isEntered, over, counters.rules);
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
    entered,
    details: countDetails(counters.details, all, counters.rules),
  };
}

/** The counters after one more settlement, at a cost that doesn't grow with the record. */
export const countSettlement = <C extends Counters>(
  counters: C,
  signal: MeasuredSignal,
  settlement: Ended,
): C => countSettlements(counters, [[signal, settlement]]);

/** The figures of a record, computed from its counters. A break-even doesn't count as won. */
export function performanceOf(
  counters: Omit<PerformanceCounters, 'updatedAt' | 'details' | 'entered'> & {
    details?: DetailCounters;
    entered?: EnteredCounters;
  },
): Performance {
  const { settled, rules } = counters;
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
    ...(counters.entered && { entered: enteredOf(counters.entered, rules) }),
    ...(counters.details && { details: detailsOf(counters.details, totals, rules) }),
    source: counters.source,
    demonstration: counters.source !== 'twelvedata',
  };
}
