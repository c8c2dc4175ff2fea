import * as z from 'zod/mini';
import { endpoint } from '../core/endpoint';
import { sealedSignalSchema } from './ledger/entry';
import { performanceSchema } from '../signals/figures';
import { recordCandleSchema, settlementOf } from '../signals/signal';

const isoText = z.iso.datetime();

const count = z.int().check(z.gte(0));

/** A settled signal with the data of its settlement. */
const settledSignalSchema = z.object({
  /** The content that was sealed before the outcome. */
  sealed: sealedSignalSchema,
  /** Start of its slot. */
  createdAt: isoText,
  publishedAt: isoText,
  /** The entry of its first level. */
  expiresAt: isoText,
  /** Sequence number of its publication in the ledger. */
  ledgerSeq: z.int(),
  /** True for sample history that was seeded on a local stack. */
  seeded: z.boolean(),
  settlement: settlementOf(isoText),
  /** The market around it, oldest first; empty where it wasn't stored. */
  candles: z.array(recordCandleSchema),
});

export type SettledSignal = z.infer<typeof settledSignalSchema>;

/** A ledger by the newest checkpoint of its log. */
const logHeadSchema = z.object({
  ledgerId: z.string(),
  size: z.int().check(z.gte(0)),
  /** In base64. */
  root: z.base64(),
  /** Time of its newest entry. */
  at: z.iso.datetime(),
});

export type LogHead = z.infer<typeof logHeadSchema>;

/** The public record in figures, as the landing page shows it. */
export const recordSchema = z.object({
  performance: performanceSchema,
  /** The ledger’s log as its newest checkpoint states it; null before the first. */
  log: z.nullable(logHeadSchema),
  /** Signals whose commitment entered the ledger in their own slot: all that the publisher ever published. */
  sealedBeforeOutcome: count,
  /** Further signals, of a demonstration's sample history. */
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
    failure: 'Failed to get the record',
    cache: 'public, max-age=30, stale-while-revalidate=300',
    data: recordSchema,
  }),
} as const;
