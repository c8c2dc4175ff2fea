import { type Probability, wilson } from '../signals/signal';
import type { LedgerEntry } from './entry';

/** What the entries of a chain add up to. */
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

/** Won, break-even and first-entry wins among the settlements up to one of them. */
export interface Standing {
  readonly settled: number;
  readonly won: number;
  readonly breakEven: number;
  readonly firstEntryWon: number;
}

/** Counts a chain, and remembers how it stood after each settlement. */
export class Counter {
  readonly #standings: Standing[] = [{ settled: 0, won: 0, breakEven: 0, firstEntryWon: 0 }];
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
    this.#standings.push({
      settled: before.settled + 1,
      won: before.won + (outcome === 'profit' ? 1 : 0),
      breakEven: before.breakEven + (outcome === 'break-even' ? 1 : 0),
      firstEntryWon: before.firstEntryWon + (level === 0 ? 1 : 0),
    });
  }

  #now(): Standing {
    return this.#standings[this.#standings.length - 1] ?? NOTHING;
  }

  /** How the chain stood when this many signals were settled; null where there are not as many. */
  after(settled: number): Standing | null {
    return this.#standings[settled] ?? null;
  }

  tally(): ChainTally {
    const standing = this.#now();
    return {
      ...standing,
      lost: standing.settled - standing.won - standing.breakEven,
      published: this.#published,
      missed: this.#missed,
      corrections: this.#corrections,
    };
  }
}

const NOTHING: Standing = { settled: 0, won: 0, breakEven: 0, firstEntryWon: 0 };

/** Rates of a tally with their 95 % intervals, in percent; null before the first settlement. */
export function ratesOf(
  { won, settled, firstEntryWon }: ChainTally,
  overdue: number,
): { readonly winRate: Probability | null; readonly firstEntryRate: Probability | null } {
  const judged = settled + overdue;
  return { winRate: wilson(won, judged), firstEntryRate: wilson(firstEntryWon, judged) };
}
