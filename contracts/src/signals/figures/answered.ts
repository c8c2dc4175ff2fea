import * as z from 'zod/mini';
import { probabilitySchema } from '../signal';

/* What figures are answered in, apart from how they are counted: whoever only reads them loads no more than this. */

const count = z.int().check(z.gte(0));

/** A tally as rates in percent with 95 % intervals, under its name. */
export const rateRowSchema = z.object({
  name: z.string(),
  settled: count,
  winRate: probabilitySchema,
  firstEntryRate: probabilitySchema,
});
export type RateRow = z.infer<typeof rateRowSchema>;

/** What was said against what was seen, in percent, of forecasts of about the same height. */
export const reliabilityPointSchema = z.object({
  said: z.number(),
  seen: z.number(),
  settled: count,
});
export type ReliabilityPoint = z.infer<typeof reliabilityPointSchema>;

/** What the martingale cost, in first stakes. */
export const martingaleCostSchema = z.object({
  /** What a won stake earns: 0.8 is 80 %. */
  payout: z.number(),
  /** Of a signal with its four levels, on average. */
  resultPerSignal: z.nullable(z.number()),
  /** Of a signal played with its first entry alone, on average. */
  resultPerFirstEntry: z.nullable(z.number()),
  /** Most signals lost in a row, not counting those that broke even. */
  worstStreak: count,
  /** Deepest fall of the summed results. */
  drawdown: z.number(),
  /** Largest single stake that was needed. */
  largestStake: z.number(),
});
export type MartingaleCost = z.infer<typeof martingaleCostSchema>;

const rows = z.array(rateRowSchema);

/** The figures beside the totals, in percent where nothing else is said. */
export const performanceDetailsSchema = z.object({
  /** Whether enough is settled for a rate to stand as a headline. */
  isHeadline: z.boolean(),
  /** Percentage points between said and seen, on average; of the four-level and of the first-entry rate. */
  calibrationError: z.nullable(z.number()),
  firstEntryCalibrationError: z.nullable(z.number()),
  reliability: z.array(reliabilityPointSchema),
  firstEntryReliability: z.array(reliabilityPointSchema),
  /** First entries that others would have won on the same signals; and what a coin scores within four levels. */
  baselines: z.object({
    alwaysCall: z.nullable(z.number()),
    alwaysPut: z.nullable(z.number()),
    coin: z.nullable(z.number()),
    coinWithinFourLevels: z.number(),
  }),
  martingale: martingaleCostSchema,
  byStrategy: rows,
  byPair: rows,
  /** By the hour of the slot in UTC, `00` to `23`. */
  byHour: rows,
  /** By the weekday of the slot in UTC, Monday first. */
  byWeekday: rows,
});
export type PerformanceDetails = z.infer<typeof performanceDetailsSchema>;
