import * as z from 'zod/mini';
import { endpoint } from '../endpoint';
import {
  daySchema,
  type LedgerEntry,
  ledgerEntrySchema,
  ledgerHeadSchema,
  sealedSignalSchema,
  stampSchema,
} from '../ledger/entry';
import { apiSignalSchema } from '../signals/apiSignal';
import { performanceSchema } from '../signals/figures';
import { servedHeartbeatSchema, settlementOf, slotIdSchema } from '../signals/signal';
import { isoTime } from '../time';

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
    failure: 'Failed to get the record',
    cache: 'public, max-age=30, stale-while-revalidate=300',
    data: recordSchema,
  }),
} as const;

const LIMIT = 'limit must be a whole number from 1 to 100';

const SORT = 'sortOrder must be asc or desc';

/** Query of the list: newest first and ten of them, unless told otherwise. */
export const signalsQuerySchema = z.strictObject({
  limit: z._default(
    z.pipe(
      z.string(LIMIT).check(z.regex(/^\d{1,3}$/, LIMIT)),
      z.pipe(z.transform(Number), z.number().check(z.gte(1, LIMIT), z.lte(100, LIMIT))),
    ),
    10,
  ),
  sortOrder: z._default(z.enum(['asc', 'desc'], SORT), 'desc'),
  /** Only signals changed after this time, in order of change: the catch-up after an absence. */
  updatedAfter: z.optional(isoTime),
  /** Only signals of slots before this time, newest first: the pages of an older history. */
  before: z.optional(isoTime),
});

const signalParams = z.strictObject({ id: slotIdSchema });

/** Kept by the browser alone, and asked for again with its ETag. */
const REVALIDATED = 'private, no-cache';

export const signalsEndpoints = {
  signals: endpoint({
    method: 'GET',
    path: '/api/signals',
    caller: 'member',
    failure: 'Failed to fetch signals',
    cache: REVALIDATED,
    query: signalsQuerySchema,
    data: z.array(apiSignalSchema),
  }),
  signal: endpoint({
    method: 'GET',
    path: '/api/signals/:id',
    caller: 'member',
    failure: 'Failed to fetch signals',
    cache: REVALIDATED,
    params: signalParams,
    data: apiSignalSchema,
  }),
  signalChart: endpoint({
    method: 'GET',
    path: '/api/signals/:id/chart',
    caller: 'member',
    failure: 'Failed to fetch signals',
    cache: REVALIDATED,
    params: signalParams,
    data: z.array(recordCandleSchema),
  }),
  performance: endpoint({
    method: 'GET',
    path: '/api/signals/stats/performance',
    caller: 'member',
    failure: 'Failed to fetch signals',
    cache: REVALIDATED,
    data: performanceSchema,
  }),
  heartbeat: endpoint({
    method: 'GET',
    path: '/api/signals/stats/heartbeat',
    caller: 'member',
    failure: 'Failed to fetch signals',
    cache: REVALIDATED,
    /** Null before the first. */
    data: z.nullable(servedHeartbeatSchema),
  }),
} as const;

const PAGE = 'page must be a whole number from 0';

/**
 * An entry as it is stored, also one that makes no sense any more: a page hides nothing from whoever verifies it. Of a
 * sound one the fields that belong to it.
 */
export const servedEntrySchema = z.union([ledgerEntrySchema, z.record(z.string(), z.json())]);

/** The entries of a page that make sense. */
export const soundEntries = (page: readonly z.infer<typeof servedEntrySchema>[]): LedgerEntry[] =>
  page.flatMap((entry) => ledgerEntrySchema.safeParse(entry).data ?? []);

export const ledgerEndpoints = {
  ledgerHead: endpoint({
    method: 'GET',
    path: '/api/ledger/head',
    caller: 'public',
    failure: 'Failed to get the ledger',
    cache: 'public, max-age=5',
    data: ledgerHeadSchema,
  }),
  ledgerPage: endpoint({
    method: 'GET',
    path: '/api/ledger/pages/:page',
    caller: 'public',
    failure: 'Failed to get the ledger',
    cache: 'public, max-age=5',
    params: z.strictObject({
      page: z.pipe(z.string().check(z.regex(/^\d{1,7}$/, PAGE)), z.transform(Number)),
    }),
    /** Id of the ledger that the page must be of. */
    query: z.strictObject({ ledger: z.optional(z.string().check(z.maxLength(100))) }),
    data: z.array(servedEntrySchema),
  }),
  ledgerStamps: endpoint({
    method: 'GET',
    path: '/api/ledger/stamps',
    caller: 'public',
    failure: 'Failed to get the ledger',
    cache: 'public, max-age=300',
    /** `after`: only stamps of later days. */
    query: z.strictObject({ after: z.optional(daySchema) }),
    data: z.array(stampSchema),
  }),
} as const;
