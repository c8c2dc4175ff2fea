import type { HeadsVerdict, StampFault } from '@quantalgo/contracts/record/ledger/evidence';
import type { Standing } from '@quantalgo/contracts/record/ledger/tally';
import type { TimeFault } from '@quantalgo/contracts/record/ledger/timeRules';
import type { ChainBreak, ChainSummary } from '@quantalgo/contracts/record/ledger/verifier';
import * as z from 'zod/mini';
import type { InspectedBundle } from './inspectBundle';

const EXPORT_FORMATS = ['json', 'csv'] as const;

export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export interface StampsVerdict {
  readonly fit: number;
  readonly authorities: readonly string[];
  readonly faults: readonly {
    readonly day: string;
    readonly seq: number;
    readonly fault: StampFault;
  }[];
}

export interface StampedVerdict {
  readonly days: number;
  readonly published: number;
  readonly before: number;
  readonly authorities: readonly string[];
}

/** Compares the site's figures with the ledger's for the same number of settled signals. */
export interface FiguresVerdict {
  readonly settled: number;
  readonly won: number;
  readonly agrees: boolean;
  readonly standing: Standing | null;
}

export interface CheckedLedger {
  readonly kind: 'checked';
  readonly summary: ChainSummary;
  readonly root: string;
  readonly isSignatureChecked: boolean;
  readonly heads: HeadsVerdict;
  readonly faults: readonly TimeFault[];
  readonly stamps: StampsVerdict | null;
  readonly stamped: StampedVerdict | null;
  readonly shown: FiguresVerdict | null;
  /** Download time (epoch ms); null if the site could be reached. */
  readonly offlineSince: number | null;
  readonly downloaded: number;
  readonly kept: number;
  readonly ms: number;
}

export type VerificationOutcome =
  | { readonly kind: 'broken'; readonly found: ChainBreak }
  | CheckedLedger;

export interface Progress {
  readonly entries: number;
  readonly of: number;
  readonly waits: 'unanswered' | 'unreadable' | null;
}

export const requestSchema = z.discriminatedUnion('ask', [
  z.object({ ask: z.literal('verify'), fresh: z.boolean() }),
  z.object({ ask: z.literal('again') }),
  z.object({ ask: z.literal('export'), format: z.enum(EXPORT_FORMATS) }),
]);

export type VerifierRequest = z.infer<typeof requestSchema>;

const isObject = (value: unknown) => typeof value === 'object' && value !== null;

/** Contents aren't parsed further, because worker and page are from the same build. */
export const replySchema = z.discriminatedUnion('tell', [
  z.object({ tell: z.literal('progress'), progress: z.custom<Progress>(isObject) }),
  z.object({ tell: z.literal('outcome'), outcome: z.custom<VerificationOutcome>(isObject) }),
  z.object({ tell: z.literal('unreachable') }),
  z.object({
    tell: z.literal('exported'),
    format: z.enum(EXPORT_FORMATS),
    file: z.instanceof(Blob),
  }),
  z.object({ tell: z.literal('not-exported') }),
]);

export type VerifierReply = z.infer<typeof replySchema>;

export interface Inspection {
  readonly bundle: Uint8Array;
  readonly count: number;
}

export const inspectionSchema: z.ZodMiniType<Inspection> = z.object({
  bundle: z.instanceof(Uint8Array),
  count: z.int(),
});

export const inspectionResultSchema = z.custom<InspectedBundle>(isObject);
