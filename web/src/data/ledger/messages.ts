import type { Break, ChainSummary, HeadsVerdict, StampFault, Standing } from '@quantalgo/contracts';
import * as z from 'zod/mini';

/** The files that a ledger can be saved as. */
const EXPORT_FORMATS = ['json', 'csv'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What the daily time-stamps say of a chain; null where they did not come. */
export interface StampsVerdict {
  /** Days whose stamp fits. */
  readonly fit: number;
  /** Who stamped them. */
  readonly authorities: readonly string[];
  readonly faults: readonly {
    readonly day: string;
    readonly seq: number;
    readonly fault: StampFault;
  }[];
}

/** The figures that the site shows, beside what the ledger says of as many settled signals; null where they did not come. */
export interface ShownVerdict {
  readonly settled: number;
  readonly won: number;
  readonly agrees: boolean;
  /** What the ledger says; null where it holds fewer settlements. */
  readonly standing: Standing | null;
}

/** What a verification found. */
export type Outcome =
  | { readonly kind: 'broken'; readonly found: Break }
  | {
      readonly kind: 'checked';
      readonly summary: ChainSummary;
      readonly heads: HeadsVerdict;
      readonly stamps: StampsVerdict | null;
      readonly shown: ShownVerdict | null;
      /** When the pages were downloaded (epoch ms), where nothing could be reached now. */
      readonly offlineSince: number | null;
      /** How many pages were downloaded, and how many this device kept already. */
      readonly downloaded: number;
      readonly kept: number;
      readonly ms: number;
    };

/** How far a verification is. */
export interface Progress {
  readonly entries: number;
  readonly of: number;
  /** Why it waits; null while it goes on. */
  readonly waits: 'unanswered' | 'unreadable' | null;
}

/** What the page asks of the worker. */
export const requestSchema = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('verify'), fresh: z.boolean() }),
  z.object({ ask: z.literal('again') }),
  z.object({ ask: z.literal('export'), format: z.enum(EXPORT_FORMATS) }),
]);

export type VerifierRequest = z.infer<typeof requestSchema>;

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/** What the worker tells the page. Both are of one build: what is inside is as it was sent. */
export const replySchema = z.discriminatedUnion('tell', [
  z.object({ tell: z.literal('progress'), progress: z.custom<Progress>(isObject) }),
  z.object({ tell: z.literal('outcome'), outcome: z.custom<Outcome>(isObject) }),
  /** Nothing can be reached, and nothing is kept. */
  z.object({ tell: z.literal('unreachable') }),
  z.object({
    tell: z.literal('exported'),
    format: z.enum(EXPORT_FORMATS),
    file: z.instanceof(Blob),
  }),
  z.object({ tell: z.literal('not-exported') }),
]);

export type VerifierReply = z.infer<typeof replySchema>;
