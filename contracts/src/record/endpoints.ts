import * as z from 'zod/mini';
import { countSchema } from '../core/countSchema';
import { endpoint } from '../core/endpoint';
import { sealedSignalSchema } from './ledger/entry';
import { performanceSchema } from '../signals/figures';
import { recordCandleSchema, buildSettlementSchema } from '../signals/signal';

const isoSchema = z.iso.datetime();

const settledSignalSchema = z.object({
  sealed: sealedSignalSchema,
  /** The slot's start. */
  createdAt: isoSchema,
  publishedAt: isoSchema,
  /** End of the entry window. */
  expiresAt: isoSchema,
  ledgerSeq: z.int(),
  seeded: z.boolean(),
  /** Confirmed at the entry. False for a no-go, which nobody could enter. */
  entered: z.exactOptional(z.boolean()),
  settlement: buildSettlementSchema(isoSchema),
  candles: z.array(recordCandleSchema),
});

export type SettledSignal = z.infer<typeof settledSignalSchema>;

const logHeadSchema = z.object({
  ledgerId: z.string(),
  size: z.int().check(z.gte(0)),
  root: z.base64(),
  at: z.iso.datetime(),
});

export type LogHead = z.infer<typeof logHeadSchema>;

export const recordSchema = z.object({
  performance: performanceSchema,
  log: z.nullable(logHeadSchema),
  /** Published signals. Each was committed to the ledger in its own slot. */
  sealedBeforeOutcome: countSchema,
  /** Signals of a demonstration's sample history. The figures above exclude them. */
  seeded: countSchema,
  latest: z.nullable(settledSignalSchema),
});

export type PublicRecord = z.infer<typeof recordSchema>;

export const recordEndpoints = {
  /** The public record in figures, with its newest settled signal. */
  record: endpoint({
    method: 'GET',
    path: '/api/record',
    caller: 'public',
    failure: 'Failed to get the record',
    cache: 'public, max-age=30, stale-while-revalidate=300',
    data: recordSchema,
  }),
} as const;
