import * as z from 'zod/mini';
import { endpoint } from '../core/endpoint';
import { sealedSignalSchema } from './ledger/entry';
import { performanceSchema } from '../signals/figures';
import { recordCandleSchema, settlementOf } from '../signals/signal';

const isoSchema = z.iso.datetime();

const countSchema = z.int().check(z.gte(0));

const settledSignalSchema = z.object({
  /** Sealed before the outcome was known. */
  sealed: sealedSignalSchema,
  /** Start of its slot. */
  createdAt: isoSchema,
  publishedAt: isoSchema,
  /** Entry time of its first level. */
  expiresAt: isoSchema,
  /** Sequence number of its publication. */
  ledgerSeq: z.int(),
  /** True for sample history of a local stack. */
  seeded: z.boolean(),
  settlement: settlementOf(isoSchema),
  /** The market around it, oldest first; empty if it wasn't stored. */
  candles: z.array(recordCandleSchema),
});

export type SettledSignal = z.infer<typeof settledSignalSchema>;

/** The newest checkpoint of a ledger's log. */
const logHeadSchema = z.object({
  ledgerId: z.string(),
  size: z.int().check(z.gte(0)),
  /** Base64. */
  root: z.base64(),
  /** Time of its newest entry. */
  at: z.iso.datetime(),
});

export type LogHead = z.infer<typeof logHeadSchema>;

export const recordSchema = z.object({
  performance: performanceSchema,
  /** Null before the first checkpoint. */
  log: z.nullable(logHeadSchema),
  /** Signals committed to the ledger in their own slot: everything that was published. */
  sealedBeforeOutcome: countSchema,
  /** Signals of a demonstration's sample history, not included above. */
  seeded: countSchema,
  /** Whatever its outcome; null before the first. */
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
