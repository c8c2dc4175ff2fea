import * as z from 'zod/mini';
import { endpoint } from '../api/endpoint';
import { ledgerHeadSchema } from '../ledger/entry';
import { sealedSignalSchema } from '../ledger/sealed';
import { performanceSchema } from '../signals/performanceSchema';
import { settlementOf } from '../signals/signal';

const isoText = z.iso.datetime();
const count = z.int().check(z.gte(0));

/** Five minutes of a pair's market; `at` is when they began. */
export const recordCandleSchema = z.object({
  at: isoText,
  open: z.number(),
  high: z.number(),
  low: z.number(),
  close: z.number(),
});
export type RecordCandle = z.infer<typeof recordCandleSchema>;

/** A signal whose outcome is known, with what it was judged on. */
export const settledSignalSchema = z.object({
  /** What was sealed before the outcome. */
  sealed: sealedSignalSchema,
  /** Start of its slot. */
  createdAt: isoText,
  publishedAt: isoText,
  /** When its first level entered. */
  expiresAt: isoText,
  /** Number of its publication in the ledger. */
  ledgerSeq: z.int(),
  /** True for history that a seed made on a local stack. */
  seeded: z.boolean(),
  settlement: settlementOf(isoText),
  /** The market around it, oldest first; empty where it was not kept. */
  candles: z.array(recordCandleSchema),
});
export type SettledSignal = z.infer<typeof settledSignalSchema>;

/** The public record in figures, as the landing page shows it. */
export const recordSchema = z.object({
  performance: performanceSchema,
  /** The newest entry of the ledger, null before the first. */
  head: z.nullable(ledgerHeadSchema),
  /** Signals whose commitment entered the ledger in their own slot: all that the publisher ever published. */
  sealedBeforeOutcome: count,
  /** Signals of a demonstration's made-up history beside them. */
  seeded: count,
  /** The newest settled signal, whatever its outcome; null before the first. */
  latest: z.nullable(settledSignalSchema),
});
export type PublicRecord = z.infer<typeof recordSchema>;

export const recordEndpoints = {
  record: endpoint({
    method: 'GET',
    path: '/api/record',
    caller: 'public',
    summary: 'The public record in figures, with its newest settled signal',
    failure: 'Failed to get the record',
    cache: 'public, max-age=30, stale-while-revalidate=300',
    data: recordSchema,
  }),
} as const;
