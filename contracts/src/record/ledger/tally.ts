import { type Probability, computeWilsonInterval } from '../../signals/signal';
import type { LedgerEntry } from './entry';

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

export interface RunningTotals {
  readonly settled: number;
  readonly won: number;
  readonly breakEven: number;
  readonly firstEntryWon: number;
}

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
    const previous = this.#current();
    this.#totals.push({
      settled: previous.settled + 1,
      won: previous.won + (outcome === 'profit' ? 1 : 0),
      breakEven: previous.breakEven + (outcome === 'break-even' ? 1 : 0),
      firstEntryWon: previous.firstEntryWon + (level === 0 ? 1 : 0),
    });
  }

  #current(): RunningTotals {
    return this.#totals[this.#totals.length - 1] ?? NO_TOTALS;
  }

  totalsAfter(settled: number): RunningTotals | null {
    return this.#totals[settled] ?? null;
  }

  tally(): ChainTally {
    const totals = this.#current();
    return {
      ...totals,
      lost: totals.settled - totals.won - totals.breakEven,
      published: this.#published,
      missed: this.#missed,
      corrections: this.#corrections,
    };
  }
}

const NO_TOTALS: RunningTotals = { settled: 0, won: 0, breakEven: 0, firstEntryWon: 0 };

/**
 * In percent of the signals that moved, with 95% intervals. Overdue signals count as lost. Null
 * before the first one moved.
 */
export function computeRates(
  { won, settled, breakEven, firstEntryWon }: ChainTally,
  overdue: number,
): { readonly winRate: Probability | null; readonly firstEntryRate: Probability | null } {
  const moved = settled - breakEven + overdue;
  return {
    winRate: computeWilsonInterval(won, moved),
    firstEntryRate: computeWilsonInterval(firstEntryWon, moved),
  };
}
