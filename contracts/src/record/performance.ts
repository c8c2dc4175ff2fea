import * as z from 'zod/mini';
import { countSchema } from '../core/countSchema';
import type { SealedSignal } from './ledger/entry';
import { firestoreTimeSchema, type Weekday, WEEKDAYS } from '../core/time';
import type { SignalEnd } from '../signals/signalEnd';
import {
  MIN_HEADLINE_SIGNALS,
  type Performance,
  type PerformanceDetails,
} from '../signals/figures';
import {
  countLadder,
  findFirstEntryWinner,
  ladderCountersSchema,
  computeMartingaleCost,
  EMPTY_LADDER_COUNTERS,
} from '../signals/ladderResult';
import {
  copyListed,
  countListed,
  countNamed,
  toListedRows,
  listedTalliesSchema,
  createListed,
  type NamedTallies,
  namedTalliesSchema,
  toRateRows,
  type Tally,
} from '../signals/tallies';
import { sourceSchema, computeWilsonInterval } from '../signals/signal';
import { COIN, computeLadderWinRate } from '../signals/ladder';
import {
  countEntered,
  type EnteredCounters,
  enteredCountersSchema,
  toEnteredFigures,
  EMPTY_ENTERED_COUNTERS,
} from '../signals/entered';
import {
  computeCalibrationError,
  copyForecasts,
  countForecast,
  createForecastCounters,
  reliabilityCountersSchema,
  toReliabilityPoints,
} from '../signals/reliability';
import { LADDER_RULES, type LadderRules, ladderRulesSchema } from '../signals/rules';
import { formatPair } from '../market/pairs';

export type MeasuredSignal = Pick<SealedSignal, 'id' | 'pair' | 'strategy'> & {
  readonly [forecast in 'confidence' | 'firstEntry']: { readonly value: number };
} & { readonly entered?: boolean | undefined };

const countersSchema = z.object({
  byStrategy: namedTalliesSchema,
  byPair: namedTalliesSchema,
  /** By the slot's UTC hour and weekday (0 is Sunday). */
  byHour: listedTalliesSchema,
  byWeekday: listedTalliesSchema,
  confidence: reliabilityCountersSchema,
  firstEntry: reliabilityCountersSchema,
  /** First entries that a CALL, or a PUT, would have won. */
  callWins: countSchema,
  putWins: countSchema,
  ladder: ladderCountersSchema,
});

export type DetailCounters = z.infer<typeof countersSchema>;

const createEmptyDetails = (): DetailCounters => ({
  byStrategy: {},
  byPair: {},
  byHour: createListed(24),
  byWeekday: createListed(7),
  confidence: createForecastCounters(),
  firstEntry: createForecastCounters(),
  callWins: 0,
  putWins: 0,
  ladder: EMPTY_LADDER_COUNTERS,
});

const computeWeekday = (day: string): number =>
  new Date(
    Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6))),
  ).getUTCDay();

type DetailTally = Omit<DetailCounters, 'byStrategy' | 'byPair'> & {
  readonly byStrategy: NamedTallies;
  readonly byPair: NamedTallies;
  readonly rules: LadderRules;
  readonly weekdays: Map<string, number>;
};

const toDetailTally = (details: DetailCounters, rules: LadderRules): DetailTally => ({
  ...details,
  rules,
  byStrategy: new Map(Object.entries(details.byStrategy)),
  byPair: new Map(Object.entries(details.byPair)),
  byHour: copyListed(details.byHour),
  byWeekday: copyListed(details.byWeekday),
  confidence: copyForecasts(details.confidence),
  firstEntry: copyForecasts(details.firstEntry),
  ladder: { ...details.ladder },
  weekdays: new Map(),
});

const toCounters = ({
  weekdays,
  rules,
  byStrategy,
  byPair,
  ...tally
}: DetailTally): DetailCounters => ({
  ...tally,
  byStrategy: Object.fromEntries(byStrategy),
  byPair: Object.fromEntries(byPair),
});

export type MeasuredOutcome = readonly [signal: MeasuredSignal, ended: SignalEnd];

function getWeekday({ weekdays }: DetailTally, slotId: string): number {
  const day = slotId.slice(0, 8);
  const weekday = weekdays.get(day) ?? computeWeekday(day);
  weekdays.set(day, weekday);
  return weekday;
}

function countSettled(tally: DetailTally, [signal, ended]: MeasuredOutcome): void {
  const result = { isWon: ended.outcome === 'profit', isFirstEntryWon: ended.level === 0 };
  const winner = findFirstEntryWinner(ended);
  countNamed(tally.byStrategy, signal.strategy, result);
  countNamed(tally.byPair, signal.pair, result);
  countListed(tally.byHour, Number(signal.id.slice(9, 11)), result);
  countListed(tally.byWeekday, getWeekday(tally, signal.id), result);
  countForecast(tally.confidence, signal.confidence.value, result.isWon);
  countForecast(tally.firstEntry, signal.firstEntry.value, result.isFirstEntryWon);
  if (winner === 'CALL') tally.callWins += 1;
  if (winner === 'PUT') tally.putWins += 1;
  countLadder(tally.ladder, ended, tally.rules);
}

function countDetails(
  details: DetailCounters,
  outcomes: readonly MeasuredOutcome[],
  rules: LadderRules,
): DetailCounters {
  const tally = toDetailTally(details, rules);
  for (const outcome of outcomes) countSettled(tally, outcome);
  return toCounters(tally);
}

export const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

const toNamedRows = (
  tallies: Readonly<Record<string, Tally>>,
  formatName = (name: string) => name,
) =>
  Object.keys(tallies)
    .sort()
    .flatMap((name) => {
      const tally = tallies[name];
      return tally ? toRateRows(formatName(name), tally) : [];
    });

function toWeekdayRows(counters: DetailCounters) {
  const sundayFirst = toListedRows(counters.byWeekday, WEEKDAYS);
  const isSunday = ({ name }: { name: Weekday }) => name === 'Sunday';
  return [...sundayFirst.filter((row) => !isSunday(row)), ...sundayFirst.filter(isSunday)];
}

function computeBaselines(
  { callWins, putWins }: DetailCounters,
  settled: number,
  { levels }: LadderRules,
) {
  const toShare = (wins: number) => (settled === 0 ? null : (100 * wins) / settled);
  return {
    alwaysCall: toShare(callWins),
    alwaysPut: toShare(putWins),
    coin: toShare((callWins + putWins) / 2),
    coinWithinLadder: computeLadderWinRate(COIN.firstEntry, levels),
  };
}

function toDetails(
  counters: DetailCounters,
  totals: { settled: number; won: number; flat: number },
  rules: LadderRules,
): PerformanceDetails {
  const reliability = toReliabilityPoints(counters.confidence);
  const firstEntryReliability = toReliabilityPoints(counters.firstEntry);
  return {
    isHeadline: totals.settled >= MIN_HEADLINE_SIGNALS,
    calibrationError: computeCalibrationError(reliability),
    firstEntryCalibrationError: computeCalibrationError(firstEntryReliability),
    reliability,
    firstEntryReliability,
    baselines: computeBaselines(counters, totals.settled, rules),
    martingale: computeMartingaleCost(counters.ladder, totals, rules),
    byStrategy: toNamedRows(counters.byStrategy),
    byPair: toNamedRows(counters.byPair, formatPair),
    byHour: toListedRows(counters.byHour, HOURS),
    byWeekday: toWeekdayRows(counters),
  };
}

export const performanceCountersSchema = z.object({
  settled: countSchema,
  won: countSchema,
  lost: countSchema,
  breakEven: countSchema,
  firstEntryWon: countSchema,
  /** In percent, exact to hundredths, like each confidence. */
  confidenceSum: z.number(),
  missedSlots: countSchema,
  /** Counts only signals that could be entered. All other counters include every signal. */
  entered: enteredCountersSchema,
  details: countersSchema,
  rules: ladderRulesSchema,
  source: sourceSchema,
  updatedAt: firestoreTimeSchema,
});

export type PerformanceCounters = z.infer<typeof performanceCountersSchema>;

export const EMPTY_PERFORMANCE_COUNTERS = {
  settled: 0,
  won: 0,
  lost: 0,
  breakEven: 0,
  firstEntryWon: 0,
  confidenceSum: 0,
  missedSlots: 0,
  entered: EMPTY_ENTERED_COUNTERS,
  details: createEmptyDetails(),
  rules: LADDER_RULES,
} satisfies Omit<PerformanceCounters, 'source' | 'updatedAt'>;

const toHundredths = (percent: number): number => Math.round(percent * 100);

type Counters = Omit<PerformanceCounters, 'source' | 'updatedAt'>;

export function countSettlements<C extends Counters>(
  counters: C,
  outcomes: readonly MeasuredOutcome[],
): C {
  const counts: Record<SignalEnd['outcome'], number> = { profit: 0, loss: 0, 'break-even': 0 };
  const entered = { ...counters.entered };
  let firstEntryWon = 0;
  let confidenceTotal = 0;
  for (const [{ confidence, entered: isEntered }, ending] of outcomes) {
    const { outcome, level } = ending;
    countEntered(entered, isEntered, ending, counters.rules);
    counts[outcome] += 1;
    if (level === 0) firstEntryWon += 1;
    confidenceTotal += toHundredths(confidence.value);
  }
  return {
    ...counters,
    settled: counters.settled + outcomes.length,
    won: counters.won + counts.profit,
    lost: counters.lost + counts.loss,
    breakEven: counters.breakEven + counts['break-even'],
    firstEntryWon: counters.firstEntryWon + firstEntryWon,
    confidenceSum: (toHundredths(counters.confidenceSum) + confidenceTotal) / 100,
    entered,
    details: countDetails(counters.details, outcomes, counters.rules),
  };
}

export const countSettlement = <C extends Counters>(
  counters: C,
  signal: MeasuredSignal,
  settlement: SignalEnd,
): C => countSettlements(counters, [[signal, settlement]]);

export function toPerformance(
  counters: Omit<PerformanceCounters, 'updatedAt' | 'details' | 'entered'> & {
    details?: DetailCounters;
    entered?: EnteredCounters;
  },
): Performance {
  const { settled, rules } = counters;
  const totals = { settled, won: counters.firstEntryWon, flat: counters.breakEven };
  const winRateRange = computeWilsonInterval(counters.won, settled);
  const firstEntryRange = computeWilsonInterval(counters.firstEntryWon, settled);
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
    ...(counters.entered && { entered: toEnteredFigures(counters.entered, rules) }),
    ...(counters.details && { details: toDetails(counters.details, totals, rules) }),
    source: counters.source,
    demonstration: counters.source !== 'twelvedata',
  };
}
