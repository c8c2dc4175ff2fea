import * as z from 'zod/mini';
import { countSchema } from '../core/countSchema';
import { STATED_PAYOUT } from './payout';
import { WEEKDAYS } from '../core/time';
import { computeWilsonInterval, type Probability, probabilitySchema, sourceSchema } from './signal';
import { Z95 } from './zScores';

/** Rates in percent with 95% intervals. */
const rateRowSchema = z.object({
  name: z.string(),
  settled: countSchema,
  winRate: probabilitySchema,
  firstEntryRate: probabilitySchema,
});

export type RateRow = z.infer<typeof rateRowSchema>;

export type NamedRateRow<Name extends string> = RateRow & { readonly name: Name };

const reliabilityPointSchema = z.object({
  said: z.number(),
  seen: z.number(),
  settled: countSchema,
});

export type ReliabilityPoint = z.infer<typeof reliabilityPointSchema>;

/** Amounts are multiples of the first stake. */
const martingaleCostSchema = z.object({
  payout: z.number(),
  resultPerSignal: z.nullable(z.number()),
  resultPerFirstEntry: z.nullable(z.number()),
  /** Longest run of lost signals. Break-evens neither count nor end it. */
  worstStreak: countSchema,
  drawdown: z.number(),
  largestStake: z.number(),
});

export type MartingaleCost = z.infer<typeof martingaleCostSchema>;

const rateRowsSchema = z.array(rateRowSchema);

/** In percent unless stated otherwise. */
const performanceDetailsSchema = z.object({
  isHeadline: z.boolean(),
  /** Mean gap between forecast and observed rate, in percentage points. */
  calibrationError: z.nullable(z.number()),
  firstEntryCalibrationError: z.nullable(z.number()),
  reliability: z.array(reliabilityPointSchema),
  firstEntryReliability: z.array(reliabilityPointSchema),
  /** Win rates of first entries. `coinWithinLadder` covers all of the record's levels. */
  baselines: z.object({
    alwaysCall: z.nullable(z.number()),
    alwaysPut: z.nullable(z.number()),
    coin: z.nullable(z.number()),
    coinWithinLadder: z.number(),
  }),
  martingale: martingaleCostSchema,
  byStrategy: rateRowsSchema,
  byPair: rateRowsSchema,
  byHour: rateRowsSchema,
  byWeekday: z.array(z.object({ ...rateRowSchema.shape, name: z.enum(WEEKDAYS) })),
});

export type PerformanceDetails = z.infer<typeof performanceDetailsSchema>;

/** Its rates leave out signals that broke even, because a coin's rate and break-even do, too. */
const enteredFiguresSchema = z.object({
  confirmed: countSchema,
  signals: countSchema,
  breakEven: countSchema,
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

/**
 * The share of ladders that won, without flat ones, which return their stake: a coin's rate and
 * break-even only apply to ladders that moved. Null if none moved.
 */
export const computeMovedWinRate = ({
  totalSignals,
  wonSignals,
  breakEvenSignals,
}: Pick<Performance, 'totalSignals' | 'wonSignals' | 'breakEvenSignals'>): Probability | null =>
  computeWilsonInterval(wonSignals, totalSignals - breakEvenSignals);

/** Below this many results, screens show counts instead of rates. */
export const MIN_HEADLINE_SIGNALS = 30;

/** z-score of 80% power. */
const POWER_Z = 0.841621;

/**
 * Signals needed to tell a coin's first entries from the break-even rate, in a two-sided test at 5%
 * with 80% power (normal approximation; J. Cohen, Statistical Power Analysis, 1988).
 */
export function computeSampleSize(payout: number = STATED_PAYOUT): number {
  const breakEven = 1 / (1 + payout);
  const spread = Z95 * 0.5 + POWER_Z * Math.sqrt(breakEven * (1 - breakEven));
  return Math.ceil((spread / (breakEven - 0.5)) ** 2);
}
