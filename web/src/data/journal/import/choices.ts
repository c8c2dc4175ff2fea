import type { JournalContent } from '@quantalgo/contracts/journal/write';
import type { Received } from './match';
import type { Reading } from './readRows';

/** What the member says of a file, and of single rows. */
export interface Choices extends Reading {
  readonly zone: string;
  /** Whether rows without a number that are the same in all cells are one trade. */
  readonly repeats: 'once' | 'each';
  /** Signals chosen for rows that fit several, by line. */
  readonly picks: Readonly<Record<number, string>>;
}

/** What an import is held against. */
export interface Known {
  readonly received: Received;
  /** Entries of the journal, by signal. */
  readonly entries: ReadonlyMap<string, JournalContent>;
  /** From when on this device has all signals that were received (epoch ms); null for all. */
  readonly since: number | null;
  /** The member's usual payout, as a share. */
  readonly payout: number;
  /** Zones of the member, the likeliest first. */
  readonly own: readonly string[];
}

/** How many rows fit received signals where times are of this zone. */
export interface ZoneFit {
  readonly zone: string;
  readonly fits: number;
}
