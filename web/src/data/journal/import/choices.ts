import type { JournalContent } from '@quantalgo/contracts/journal/write';
import type { Received } from './match';
import type { Reading } from './readRows';

/** The member's choices for a file, and for single rows. */
export interface Choices extends Reading {
  readonly zone: string;
  /** How to treat unnumbered rows that are equal in all cells. */
  readonly repeats: 'once' | 'each';
  /** By line: signals chosen for rows that fit several. */
  readonly picks: Readonly<Record<number, string>>;
}

/** What an import is compared with. */
export interface Known {
  readonly received: Received;
  /** By signal. */
  readonly entries: ReadonlyMap<string, JournalContent>;
  /**
   * Since when this device has all signals that were received (epoch ms); null
   * for all.
   */
  readonly since: number | null;
  /** The member's usual payout, 0 to 1. */
  readonly payout: number;
  /** The member's zones, the likeliest first. */
  readonly own: readonly string[];
}

/** How many rows fit received signals if times are in this zone. */
export interface ZoneFit {
  readonly zone: string;
  readonly fits: number;
}
