import type { JournalContent } from '@quantalgo/contracts/journal/write';
import type { Payouts } from '@quantalgo/contracts/signals/payout';
import type { SignalsByEntryTime } from './match';
import type { ReadOptions } from './readRows';

export interface Choices extends ReadOptions {
  readonly zone: string;
  /** How to treat identical rows that have no ticket number. */
  readonly repeats: 'once' | 'each';
  /** Otherwise entries that the member removed stay removed if the file has the same trade. */
  readonly importsRemoved: boolean;
  readonly picks: Readonly<Record<number, string>>;
}

export interface ImportContext {
  readonly received: SignalsByEntryTime;
  readonly entries: ReadonlyMap<string, JournalContent>;
  /** This device has all signals since then (epoch ms; 0 if it has all ever). */
  readonly since: number;
  readonly payouts: Payouts;
  readonly memberZones: readonly string[];
}

export interface ZoneFit {
  readonly zone: string;
  readonly fits: number;
}
