import * as z from 'zod/mini';
import type { SealedSignal } from '../../ledger/sealed';
import { COIN } from '../martingale';
import { pairLabel } from '../pairs';
import type { PerformanceDetails } from './answered';
import {
  NO_LADDER_PLAYED,
  countLadder,
  firstEntryWinner,
  ladderCountersSchema,
  martingaleCost,
  type Ended,
} from './ladder';
import {
  calibrationError,
  copyOfForecasts,
  countForecast,
  noForecasts,
  reliabilityCountersSchema,
  reliabilityOf,
} from './reliability';
import {
  copyOfListed,
  countListed,
  countNamed,
  listOf,
  listedRows,
  listedTalliesSchema,
  namedTalliesSchema,
  rateRows,
  type NamedTallies,
  type Tally,
} from './tally';

const count = z.int().check(z.gte(0));

/** What of a signal its figures depend on. */
export type Judged = Pick<SealedSignal, 'id' | 'pair' | 'strategy'> & {
  readonly [forecast in 'confidence' | 'firstEntry']: { readonly value: number };
};

/** Counters beside the totals. Their number does not grow with the record; strategies that retired stay counted. */
export const detailCountersSchema = z.object({
  byStrategy: namedTalliesSchema,
  byPair: namedTalliesSchema,
  /** By hour and weekday (0 is Sunday) of the slot, in UTC. */
  byHour: listedTalliesSchema,
  byWeekday: listedTalliesSchema,
  confidence: reliabilityCountersSchema,
  firstEntry: reliabilityCountersSchema,
  /** First entries that a CALL and that a PUT would have won. */
  callWins: count,
  putWins: count,
  ladder: ladderCountersSchema,
});
export type DetailCounters = z.infer<typeof detailCountersSchema>;

/** The counters of a record in which nothing is settled yet. */
export const noDetails = (): DetailCounters => ({
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

/** Counters while settlements are counted in, a copy of those given. */
type Counting = Omit<DetailCounters, 'byStrategy' | 'byPair'> & {
  readonly byStrategy: NamedTallies;
  readonly byPair: NamedTallies;
  /** Weekdays of days seen before: thousands of signals share a few days. */
  readonly weekdays: Map<string, number>;
};

const countingFrom = (details: DetailCounters): Counting => ({
  ...details,
  byStrategy: new Map(Object.entries(details.byStrategy)),
  byPair: new Map(Object.entries(details.byPair)),
  byHour: copyOfListed(details.byHour),
  byWeekday: copyOfListed(details.byWeekday),
  confidence: copyOfForecasts(details.confidence),
  firstEntry: copyOfForecasts(details.firstEntry),
  ladder: { ...details.ladder },
  weekdays: new Map(),
});

const countersOf = ({ weekdays, byStrategy, byPair, ...counting }: Counting): DetailCounters => ({
  ...counting,
  byStrategy: Object.fromEntries(byStrategy),
  byPair: Object.fromEntries(byPair),
});

/** A signal that is over, and how. */
export type Over = readonly [signal: Judged, ended: Ended];

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
  countLadder(into.ladder, ended);
}

/** The counters after these settlements, in their order; those given stay as they are. */
export function countDetails(before: DetailCounters, all: readonly Over[]): DetailCounters {
  const counting = countingFrom(before);
  for (const over of all) countOver(counting, over);
  return countersOf(counting);
}

/** From so many settled signals on, a rate may stand as a headline. */
export const HEADLINE_FROM = 30;

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const twoDigits = (hour: number) => String(hour).padStart(2, '0');

const namedRows = (tallies: Readonly<Record<string, Tally>>, nameOf = (name: string) => name) =>
  Object.keys(tallies)
    .sort()
    .flatMap((name) => {
      const tally = tallies[name];
      return tally ? rateRows(nameOf(name), tally) : [];
    });

function weekdayRows(counters: DetailCounters) {
  const sundayFirst = listedRows(counters.byWeekday, (day) => WEEKDAYS[day] ?? String(day));
  const isSunday = ({ name }: { name: string }) => name === WEEKDAYS[0];
  return [...sundayFirst.filter((row) => !isSunday(row)), ...sundayFirst.filter(isSunday)];
}

function baselinesOf({ callWins, putWins }: DetailCounters, settled: number) {
  const share = (wins: number) => (settled === 0 ? null : (100 * wins) / settled);
  return {
    alwaysCall: share(callWins),
    alwaysPut: share(putWins),
    coin: share((callWins + putWins) / 2),
    coinWithinFourLevels: COIN.withinFourLevels,
  };
}

/** The figures of these counters, of whose `settled` signals so many first entries won and were flat. */
export function detailsOf(
  counters: DetailCounters,
  totals: { settled: number; won: number; flat: number },
): PerformanceDetails {
  const reliability = reliabilityOf(counters.confidence);
  const firstEntryReliability = reliabilityOf(counters.firstEntry);
  return {
    isHeadline: totals.settled >= HEADLINE_FROM,
    calibrationError: calibrationError(reliability),
    firstEntryCalibrationError: calibrationError(firstEntryReliability),
    reliability,
    firstEntryReliability,
    baselines: baselinesOf(counters, totals.settled),
    martingale: martingaleCost(counters.ladder, totals),
    byStrategy: namedRows(counters.byStrategy),
    byPair: namedRows(counters.byPair, pairLabel),
    byHour: listedRows(counters.byHour, twoDigits),
    byWeekday: weekdayRows(counters),
  };
}
