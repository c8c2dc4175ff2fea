import { type Probability, wilson } from '../../signals/signal';
import type { LedgerEntry } from './entry';

/** The totals of a chain's entries. */
export interface ChainTally {
  readonly published: number;
  readonly settled: number;
  readonly won: number;
  readonly lost: number;
  readonly breakEven: number;
  readonly firstEntryWon: number;
  readonly missed: number;
  readonly corrections: number;
}

/** The settlements up to some point: how many there were, were won, broke even, and won their first entry. */
export interface RunningTotals {
  readonly settled: number;
  readonly won: number;
  readonly breakEven: number;
  readonly firstEntryWon: number;
}

/** Counts a chain's entries, and remembers the totals after each settlement. */
export class Counter {
  readonly #totals: RunningTotals[] = [{ settled: 0, won: 0, breakEven: 0, firstEntryWon: 0 }];
  #published = 0;
  #missed = 0;
  #corrections = 0;

  take(entry: LedgerEntry): void {
    if (entry.type === 'publication') this.#published += 1;
    else if (entry.type === 'miss') this.#missed += 1;
    else if (entry.type === 'correction') this.#corrections += 1;
    else if (entry.type === 'settlement') this.#settle(entry);
  }

  #settle({ outcome, level }: Extract<LedgerEntry, { type: 'settlement' }>): void {
    const before = this.#now();
    this.#totals.push({
      settled: before.settled + 1,
      won: before.won + (outcome === 'profit' ? 1 : 0),
      breakEven: before.breakEven + (outcome === 'break-even' ? 1 : 0),
      firstEntryWon: before.firstEntryWon + (level === 0 ? 1 : 0),
    });
  }

  #now(): RunningTotals {
    return this.#totals[this.#totals.length - 1] ?? NOTHING;
  }

  /** The totals after this many settlements; null if there were fewer. */
  after(settled: number): RunningTotals | null {
    return this.#totals[settled] ?? null;
  }

  tally(): ChainTally {
    const totals = this.#now();
    return {
      ...totals,
      lost: totals.settled - totals.won - totals.breakEven,
      published: this.#published,
      missed: this.#missed,
      corrections: this.#corrections,
    };
  }
}

const NOTHING: RunningTotals = { settled: 0, won: 0, breakEven: 0, firstEntryWon: 0 };

/** Rates of a tally with 95 % intervals, in percent, overdue signals as lost; null before the first settlement. */
export function ratesOf(
  { won, settled, firstEntryWon }: ChainTally,
  overdue: number,
): { readonly winRate: Probability | null; readonly firstEntryRate: Probability | null } {
  const judged = settled + overdue;
  return { winRate: wilson(won, judged), firstEntryRate: wilson(firstEntryWon, judged) };
}
