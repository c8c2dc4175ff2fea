import type { Break, ChainSummary, HeadsVerdict, Standing, StampFault } from '@quantalgo/contracts';

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
