import * as z from 'zod/mini';
import type { Ended } from './ended';
import { MAX_LEVELS } from './ladder';
import { STATED_PAYOUT } from './payout';
import { WEEKDAYS } from '../core/time';
import type { LadderRules } from './rules';
import { type Direction, probabilitySchema, sourceSchema, computeWilsonInterval } from './signal';

/** The published figures are apart from the counting below, so that readers load only these. */

const countSchema = z.int().check(z.gte(0));

/** Rates in percent with 95 % intervals. */
const rateRowSchema = z.object({
  name: z.string(),
  settled: countSchema,
  winRate: probabilitySchema,
  firstEntryRate: probabilitySchema,
});

export type RateRow = z.infer<typeof rateRowSchema>;

type NamedRateRow<Name extends string> = RateRow & { readonly name: Name };

const reliabilityPointSchema = z.object({
  said: z.number(),
  seen: z.number(),
  settled: countSchema,
});

export type ReliabilityPoint = z.infer<typeof reliabilityPointSchema>;

/** In first stakes. */
const martingaleCostSchema = z.object({
  payout: z.number(),
  resultPerSignal: z.nullable(z.number()),
  resultPerFirstEntry: z.nullable(z.number()),
  /** Longest run of lost signals; break-evens neither count nor end it. */
  worstStreak: countSchema,
  drawdown: z.number(),
  largestStake: z.number(),
});

export type MartingaleCost = z.infer<typeof martingaleCostSchema>;

const rateRowsSchema = z.array(rateRowSchema);

/** In percent unless stated otherwise. */
const performanceDetailsSchema = z.object({
  isHeadline: z.boolean(),
  /**
   * Mean gap between forecast and observed rate, in percentage points: within all levels, and for the first
   * entry.
   */
  calibrationError: z.nullable(z.number()),
  firstEntryCalibrationError: z.nullable(z.number()),
  reliability: z.array(reliabilityPointSchema),
  firstEntryReliability: z.array(reliabilityPointSchema),
  /**
   * First entries won by always buying, always selling or a coin, and a coin's rate within the record's
   * levels. `coinWithinFourLevels` keeps its name for any number of levels, because clients would reject a
   * reply without it.
   */
  baselines: z.object({
    alwaysCall: z.nullable(z.number()),
    alwaysPut: z.nullable(z.number()),
    coin: z.nullable(z.number()),
    coinWithinFourLevels: z.number(),
  }),
  martingale: martingaleCostSchema,
  byStrategy: rateRowsSchema,
  byPair: rateRowsSchema,
  byHour: rateRowsSchema,
  byWeekday: z.array(z.object({ ...rateRowSchema.shape, name: z.enum(WEEKDAYS) })),
});

export type PerformanceDetails = z.infer<typeof performanceDetailsSchema>;

const enteredFiguresSchema = z.object({
  confirmed: countSchema,
  signals: countSchema,
  winRate: z.nullable(probabilitySchema),
  firstEntryRate: z.nullable(probabilitySchema),
  resultPerSignal: z.nullable(z.number()),
  resultPerFirstEntry: z.nullable(z.number()),
});

export type EnteredFigures = z.infer<typeof enteredFiguresSchema>;

export const performanceSchema = z.object({
  totalSignals: countSchema,
  wonSignals: countSchema,
  lostSignals: countSchema,
  breakEvenSignals: countSchema,
  winRate: z.nullable(z.number()),
  winRateRange: z.nullable(probabilitySchema),
  firstEntryRate: z.nullable(z.number()),
  firstEntryRange: z.nullable(probabilitySchema),
  avgConfidence: z.nullable(z.number()),
  missedSlots: countSchema,
  entered: z.optional(enteredFiguresSchema),
  details: z.optional(performanceDetailsSchema),
  source: sourceSchema,
  demonstration: z.boolean(),
});

export type Performance = z.infer<typeof performanceSchema>;

const tallyCountSchema = z.int().check(z.gte(0));

const tallySchema = z.object({
  settled: tallyCountSchema,
  won: tallyCountSchema,
  firstEntryWon: tallyCountSchema,
});

export type Tally = z.infer<typeof tallySchema>;

/** Hours and weekdays use parallel lists, which take less room. */
export const namedTalliesSchema = z.record(z.string(), tallySchema);

export const listedTalliesSchema = z.object({
  settled: z.array(tallyCountSchema),
  won: z.array(tallyCountSchema),
  firstEntryWon: z.array(tallyCountSchema),
});

export type ListedTallies = z.infer<typeof listedTalliesSchema>;

const EMPTY_TALLY: Tally = { settled: 0, won: 0, firstEntryWon: 0 };

export interface CountedSignal {
  readonly isWon: boolean;
  readonly isFirstEntryWon: boolean;
}

const toNumber = (condition: boolean): number => (condition ? 1 : 0);

const addToTally = (before: Tally, { isWon, isFirstEntryWon }: CountedSignal): Tally => ({
  settled: before.settled + 1,
  won: before.won + toNumber(isWon),
  firstEntryWon: before.firstEntryWon + toNumber(isFirstEntryWon),
});

/** A Map, because any name may occur, even `__proto__`. */
export type NamedTallies = Map<string, Tally>;

export function countNamed(tallies: NamedTallies, name: string, counted: CountedSignal): void {
  tallies.set(name, addToTally(tallies.get(name) ?? EMPTY_TALLY, counted));
}

export function incrementAt(numbers: number[], at: number, by: number): void {
  numbers[at] = (numbers[at] ?? 0) + by;
}

export function countListed(
  { settled, won, firstEntryWon }: ListedTallies,
  at: number,
  { isWon, isFirstEntryWon }: CountedSignal,
): void {
  incrementAt(settled, at, 1);
  incrementAt(won, at, toNumber(isWon));
  incrementAt(firstEntryWon, at, toNumber(isFirstEntryWon));
}

export const copyListed = ({ settled, won, firstEntryWon }: ListedTallies): ListedTallies => ({
  settled: settled.slice(),
  won: won.slice(),
  firstEntryWon: firstEntryWon.slice(),
});

export function createListed(places: number): ListedTallies {
  const zeros = () => Array.from({ length: places }, () => 0);
  return { settled: zeros(), won: zeros(), firstEntryWon: zeros() };
}

export function toRateRows<Name extends string>(
  name: Name,
  { settled, won, firstEntryWon }: Tally,
): NamedRateRow<Name>[] {
  const winRate = computeWilsonInterval(won, settled);
  const firstEntryRate = computeWilsonInterval(firstEntryWon, settled);
  return winRate && firstEntryRate ? [{ name, settled, winRate, firstEntryRate }] : [];
}

export const toListedRows = <Name extends string>(
  { settled, won, firstEntryWon }: ListedTallies,
  names: readonly Name[],
): NamedRateRow<Name>[] =>
  names.flatMap((name, place) =>
    toRateRows(name, {
      settled: settled[place] ?? 0,
      won: won[place] ?? 0,
      firstEntryWon: firstEntryWon[place] ?? 0,
    }),
  );

const ladderCountSchema = z.int().check(z.gte(0));

/** Ten-thousandths of a first stake: integers, so that sums don't depend on the order. */
const UNIT = 10_000;

const getStakeUnits = ({ stakes }: LadderRules, level: number): number =>
  Math.round(UNIT * (stakes[level] ?? 0));

export const ladderCountersSchema = z.object({
  result: z.int(),
  peak: ladderCountSchema,
  drawdown: ladderCountSchema,
  streak: ladderCountSchema,
  worstStreak: ladderCountSchema,
  deepestLevel: z.int().check(z.gte(0), z.lt(MAX_LEVELS)),
});

export type LadderCounters = z.infer<typeof ladderCountersSchema>;

export const EMPTY_LADDER_COUNTERS: LadderCounters = {
  result: 0,
  peak: 0,
  drawdown: 0,
  streak: 0,
  worstStreak: 0,
  deepestLevel: 0,
};

/** A missing close counts as flat. */
export function getRise(closes: Ended['closes'], level: number): number {
  const entry = closes[level]?.price ?? null;
  const exit = closes[level + 1]?.price ?? null;
  return entry === null || exit === null ? 0 : exit - entry;
}

/**
 * In ten-thousandths of a first stake; negative for a loss. A flat level returns its stake. A signal that was
 * revealed too late loses all levels, whatever its closes say.
 */
export function computeLadderResult(
  { outcome, level, closes, isLate }: Ended,
  rules: LadderRules,
): number {
  if (outcome === 'break-even') return 0;
  let result = level === null ? 0 : Math.round(getStakeUnits(rules, level) * rules.payout);
  for (let lost = 0; lost < (level ?? rules.levels); lost += 1)
    if (isLate === true || getRise(closes, lost) !== 0) result -= getStakeUnits(rules, lost);
  return result;
}

export function computeFirstEntryResult(
  { outcome, level }: Pick<Ended, 'outcome' | 'level'>,
  payout: number = STATED_PAYOUT,
): number {
  if (outcome === 'break-even') return 0;
  return level === 0 ? Math.round(UNIT * payout) : -UNIT;
}

const getDeepestLevel = ({ outcome, level }: Ended, { levels }: LadderRules): number =>
  outcome === 'break-even' ? 0 : (level ?? levels - 1);

export function countLadder(counters: LadderCounters, ended: Ended, rules: LadderRules): void {
  counters.result += computeLadderResult(ended, rules);
  counters.peak = Math.max(counters.peak, counters.result);
  counters.drawdown = Math.max(counters.drawdown, counters.peak - counters.result);
  if (ended.outcome === 'loss') counters.streak += 1;
  if (ended.outcome === 'profit') counters.streak = 0;
  counters.worstStreak = Math.max(counters.worstStreak, counters.streak);
  counters.deepestLevel = Math.max(counters.deepestLevel, getDeepestLevel(ended, rules));
}

export function findFirstEntryWinner({ closes }: Pick<Ended, 'closes'>): Direction | null {
  const rise = getRise(closes, 0);
  if (rise === 0) return null;
  return rise > 0 ? 'CALL' : 'PUT';
}

export const toStakes = (units: number): number => units / UNIT;

export function computeMartingaleCost(
  ladder: LadderCounters,
  { settled, won, flat }: { settled: number; won: number; flat: number },
  rules: LadderRules,
): MartingaleCost {
  const averagePerSignal = (stakes: number) => (settled === 0 ? null : stakes / settled);
  return {
    payout: rules.payout,
    resultPerSignal: averagePerSignal(toStakes(ladder.result)),
    resultPerFirstEntry: averagePerSignal(won * rules.payout - (settled - won - flat)),
    worstStreak: ladder.worstStreak,
    drawdown: toStakes(ladder.drawdown),
    largestStake: settled === 0 ? 0 : toStakes(getStakeUnits(rules, ladder.deepestLevel)),
  };
}

const Z = { within95: 1.959964, power80: 0.841621 } as const;

/**
 * Signals needed to tell a coin's first entries from the break-even rate: a two-sided test at 5 % with 80 %
 * power (normal approximation; J. Cohen, Statistical Power Analysis, 1988).
 */
export function requiredSampleSize(payout: number = STATED_PAYOUT): number {
  const breakEven = 1 / (1 + payout);
  const spread = Z.within95 * 0.5 + Z.power80 * Math.sqrt(breakEven * (1 - breakEven));
  return Math.ceil((spread / (breakEven - 0.5)) ** 2);
}
