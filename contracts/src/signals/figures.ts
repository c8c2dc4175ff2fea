import * as z from 'zod/mini';
import type { Ended } from './ended';
import { MAX_LEVELS } from './ladder';
import { STATED_PAYOUT } from './payout';
import { WEEKDAYS } from '../core/time';
import type { LadderRules } from './rules';
import { type Direction, probabilitySchema, sourceSchema, wilson } from './signal';

/* The shape of the published figures is separate from the counting below, so that readers load no more than this. */

const count = z.int().check(z.gte(0));

/** A named tally as rates, in percent with 95 % intervals. */
const rateRowSchema = z.object({
  name: z.string(),
  settled: count,
  winRate: probabilitySchema,
  firstEntryRate: probabilitySchema,
});

export type RateRow = z.infer<typeof rateRowSchema>;

/** A row of a list whose names are known. */
type RateRowOf<Name extends string> = RateRow & { readonly name: Name };

/** Forecast against observed rate, in percent, for forecasts of similar height. */
const reliabilityPointSchema = z.object({
  said: z.number(),
  seen: z.number(),
  settled: count,
});

export type ReliabilityPoint = z.infer<typeof reliabilityPointSchema>;

/** The cost of the martingale, in first stakes. */
const martingaleCostSchema = z.object({
  /** Profit on a won stake as a share: 0.8 is 80 %. */
  payout: z.number(),
  /** Average of a signal played with all its levels. */
  resultPerSignal: z.nullable(z.number()),
  /** Average of a signal played with its first entry alone. */
  resultPerFirstEntry: z.nullable(z.number()),
  /** Longest run of lost signals; break-evens neither count nor end it. */
  worstStreak: count,
  /** Deepest fall of the cumulative result. */
  drawdown: z.number(),
  /** Largest single stake required. */
  largestStake: z.number(),
});

export type MartingaleCost = z.infer<typeof martingaleCostSchema>;

const rows = z.array(rateRowSchema);

/** The figures beside the totals, in percent unless stated otherwise. */
const performanceDetailsSchema = z.object({
  /** Whether enough signals are settled to present a rate as a headline. */
  isHeadline: z.boolean(),
  /** Mean gap between forecast and observed rate, in percentage points: within all levels, and for the first entry. */
  calibrationError: z.nullable(z.number()),
  firstEntryCalibrationError: z.nullable(z.number()),
  reliability: z.array(reliabilityPointSchema),
  firstEntryReliability: z.array(reliabilityPointSchema),
  /**
   * First entries that always buying, always selling or a coin would have won on the same signals, and a coin's rate
   * within the record's levels. `coinWithinFourLevels` keeps its name whatever their number, because clients would
   * reject a reply without that field.
   */
  baselines: z.object({
    alwaysCall: z.nullable(z.number()),
    alwaysPut: z.nullable(z.number()),
    coin: z.nullable(z.number()),
    coinWithinFourLevels: z.number(),
  }),
  martingale: martingaleCostSchema,
  byStrategy: rows,
  byPair: rows,
  /** By hour of the slot in UTC, `00` to `23`. */
  byHour: rows,
  /** By weekday of the slot in UTC, Monday first. */
  byWeekday: z.array(z.object({ ...rateRowSchema.shape, name: z.enum(WEEKDAYS) })),
});

export type PerformanceDetails = z.infer<typeof performanceDetailsSchema>;

/** The figures of the signals that could be entered, beside those of all: rates in percent with 95 % intervals. */
const enteredFiguresSchema = z.object({
  confirmed: count,
  signals: count,
  winRate: z.nullable(probabilitySchema),
  firstEntryRate: z.nullable(probabilitySchema),
  /** Average result in first stakes: of all levels, and of the first entry alone. */
  resultPerSignal: z.nullable(z.number()),
  resultPerFirstEntry: z.nullable(z.number()),
});

export type EnteredFigures = z.infer<typeof enteredFiguresSchema>;

/** The API's reply and the performance panel's data; rates in percent of the settled signals, null before the first. */
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
  /** The same of those alone that could be entered; absent from an earlier version's reply. */
  entered: z.optional(enteredFiguresSchema),
  /** Absent if the counters have no details. */
  details: z.optional(performanceDetailsSchema),
  source: sourceSchema,
  demonstration: z.boolean(),
});

export type Performance = z.infer<typeof performanceSchema>;

const tallyCount = z.int().check(z.gte(0));

/** A count of settled signals with a common property. */
const tallySchema = z.object({
  settled: tallyCount,
  won: tallyCount,
  firstEntryWon: tallyCount,
});

export type Tally = z.infer<typeof tallySchema>;

/** Tallies by name; and, for hours and weekdays, as parallel lists, which take less room. */
export const namedTalliesSchema = z.record(z.string(), tallySchema);

export const listedTalliesSchema = z.object({
  settled: z.array(tallyCount),
  won: z.array(tallyCount),
  firstEntryWon: z.array(tallyCount),
});

export type ListedTallies = z.infer<typeof listedTalliesSchema>;

const NOTHING: Tally = { settled: 0, won: 0, firstEntryWon: 0 };

/** A signal's contribution to a tally. */
export interface Counted {
  readonly isWon: boolean;
  readonly isFirstEntryWon: boolean;
}

const one = (is: boolean): number => (is ? 1 : 0);

/** The tally after one more signal. */
const countIn = (before: Tally, { isWon, isFirstEntryWon }: Counted): Tally => ({
  settled: before.settled + 1,
  won: before.won + one(isWon),
  firstEntryWon: before.firstEntryWon + one(isFirstEntryWon),
});

/** Named tallies during counting. A Map, because any name may occur, `__proto__` included. */
export type NamedTallies = Map<string, Tally>;

/** Counts one more signal under this name. */
export function countNamed(tallies: NamedTallies, name: string, counted: Counted): void {
  tallies.set(name, countIn(tallies.get(name) ?? NOTHING, counted));
}

/** Adds `by` to the number at index `at`. */
export function raise(numbers: number[], at: number, by: number): void {
  numbers[at] = (numbers[at] ?? 0) + by;
}

/** Counts one more signal at index `at`. */
export function countListed(
  { settled, won, firstEntryWon }: ListedTallies,
  at: number,
  { isWon, isFirstEntryWon }: Counted,
): void {
  raise(settled, at, 1);
  raise(won, at, one(isWon));
  raise(firstEntryWon, at, one(isFirstEntryWon));
}

/** A copy to count into; the original stays unchanged. */
export const copyOfListed = ({ settled, won, firstEntryWon }: ListedTallies): ListedTallies => ({
  settled: settled.slice(),
  won: won.slice(),
  firstEntryWon: firstEntryWon.slice(),
});

/** Zeroed tallies of this length. */
export function listOf(places: number): ListedTallies {
  const zeros = () => Array.from({ length: places }, () => 0);
  return { settled: zeros(), won: zeros(), firstEntryWon: zeros() };
}

/** The rates of a tally as one row; no row for an empty tally. */
export function rateRows<Name extends string>(
  name: Name,
  { settled, won, firstEntryWon }: Tally,
): RateRowOf<Name>[] {
  const winRate = wilson(won, settled);
  const firstEntryRate = wilson(firstEntryWon, settled);
  return winRate && firstEntryRate ? [{ name, settled, winRate, firstEntryRate }] : [];
}

/** The rates of listed tallies, with their names in the same order. */
export const listedRows = <Name extends string>(
  { settled, won, firstEntryWon }: ListedTallies,
  names: readonly Name[],
): RateRowOf<Name>[] =>
  names.flatMap((name, place) =>
    rateRows(name, {
      settled: settled[place] ?? 0,
      won: won[place] ?? 0,
      firstEntryWon: firstEntryWon[place] ?? 0,
    }),
  );

const ladderCount = z.int().check(z.gte(0));

/** Ten-thousandths of a first stake: integers, so that sums don't depend on the order. */
const UNIT = 10_000;

const stakeOf = ({ stakes }: LadderRules, level: number): number =>
  Math.round(UNIT * (stakes[level] ?? 0));

/** The running result of playing all levels of every signal, in ten-thousandths of a first stake. */
export const ladderCountersSchema = z.object({
  result: z.int(),
  /** The highest the result has been, and the deepest fall from a peak. */
  peak: ladderCount,
  drawdown: ladderCount,
  /** Lost signals since the last win, and the longest such run. */
  streak: ladderCount,
  worstStreak: ladderCount,
  deepestLevel: z.int().check(z.gte(0), z.lt(MAX_LEVELS)),
});

export type LadderCounters = z.infer<typeof ladderCountersSchema>;

export const NO_LADDER_PLAYED: LadderCounters = {
  result: 0,
  peak: 0,
  drawdown: 0,
  streak: 0,
  worstStreak: 0,
  deepestLevel: 0,
};

/** The price's rise over a level, as {@link play} sees it: a missing close counts as flat. */
export function riseOf(closes: Ended['closes'], level: number): number {
  const entry = closes[level]?.price ?? null;
  const exit = closes[level + 1]?.price ?? null;
  return entry === null || exit === null ? 0 : exit - entry;
}

/**
 * Profit of a signal's ladder (negative for a loss) by these rules, in ten-thousandths of a first stake; a flat level
 * returns its stake. A signal that was revealed too late costs all of them, whatever its closes say.
 */
export function ladderResult(
  { outcome, level, closes, isLate }: Ended,
  rules: LadderRules,
): number {
  if (outcome === 'break-even') return 0;
  let result = level === null ? 0 : Math.round(stakeOf(rules, level) * rules.payout);
  for (let lost = 0; lost < (level ?? rules.levels); lost += 1)
    if (isLate === true || riseOf(closes, lost) !== 0) result -= stakeOf(rules, lost);
  return result;
}

/** Profit of a signal's first entry alone (negative for a loss), in ten-thousandths of its stake. */
export function firstEntryResult(
  { outcome, level }: Pick<Ended, 'outcome' | 'level'>,
  payout: number = STATED_PAYOUT,
): number {
  if (outcome === 'break-even') return 0;
  return level === 0 ? Math.round(UNIT * payout) : -UNIT;
}

const deepestOf = ({ outcome, level }: Ended, { levels }: LadderRules): number =>
  outcome === 'break-even' ? 0 : (level ?? levels - 1);

/** Counts one more ladder, played by these rules. */
export function countLadder(counters: LadderCounters, ended: Ended, rules: LadderRules): void {
  counters.result += ladderResult(ended, rules);
  counters.peak = Math.max(counters.peak, counters.result);
  counters.drawdown = Math.max(counters.drawdown, counters.peak - counters.result);
  if (ended.outcome === 'loss') counters.streak += 1;
  if (ended.outcome === 'profit') counters.streak = 0;
  counters.worstStreak = Math.max(counters.worstStreak, counters.streak);
  counters.deepestLevel = Math.max(counters.deepestLevel, deepestOf(ended, rules));
}

/** The direction that would have won the first entry; null if it was flat. */
export function firstEntryWinner({ closes }: Pick<Ended, 'closes'>): Direction | null {
  const rise = riseOf(closes, 0);
  if (rise === 0) return null;
  return rise > 0 ? 'CALL' : 'PUT';
}

/** Converts ten-thousandths of a first stake to first stakes. */
export const inStakes = (units: number): number => units / UNIT;

/** The cost of a record's ladder over its settled signals; `won` and `flat` count their first entries. */
export function martingaleCost(
  ladder: LadderCounters,
  { settled, won, flat }: { settled: number; won: number; flat: number },
  rules: LadderRules,
): MartingaleCost {
  const perSignal = (stakes: number) => (settled === 0 ? null : stakes / settled);
  return {
    payout: rules.payout,
    resultPerSignal: perSignal(inStakes(ladder.result)),
    resultPerFirstEntry: perSignal(won * rules.payout - (settled - won - flat)),
    worstStreak: ladder.worstStreak,
    drawdown: inStakes(ladder.drawdown),
    largestStake: settled === 0 ? 0 : inStakes(stakeOf(rules, ladder.deepestLevel)),
  };
}

const Z = { within95: 1.959964, power80: 0.841621 } as const;

/**
 * Signals needed to tell a coin's first entries from the rate that breaks even at a payout: a two-sided test at 5 %
 * finds the difference in four of five samples of this size (normal approximation; J. Cohen, Statistical Power
 * Analysis, 1988).
 */
export function requiredSampleSize(payout: number = STATED_PAYOUT): number {
  const fair = 1 / (1 + payout);
  const spread = Z.within95 * 0.5 + Z.power80 * Math.sqrt(fair * (1 - fair));
  return Math.ceil((spread / (fair - 0.5)) ** 2);
}
