import { countEntered, EMPTY_ENTERED_COUNTERS, type EnteredCounters } from '../../signals/entered';
import { LADDER_RULES } from '../../signals/rules';
import { type Probability, computeWilsonInterval } from '../../signals/signal';
import { toSignalEndFromLedger } from '../../signals/signalEnd';
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
  /** Slots that were missed before the settlement. */
  readonly missed: number;
  readonly entered: EnteredCounters;
}

const NO_TOTALS: RunningTotals = {
  settled: 0,
  won: 0,
  breakEven: 0,
  firstEntryWon: 0,
  missed: 0,
  entered: EMPTY_ENTERED_COUNTERS,
};

export interface Standing extends RunningTotals {
  /** Slots that were missed before the next settlement. */
  readonly maxMissed: number;
}

type Settlement = Extract<LedgerEntry, { type: 'settlement' }>;

export class Counter {
  readonly #totals: RunningTotals[] = [NO_TOTALS];
  /** By the slot of signals that aren't settled. */
  readonly #goes = new Map<string, boolean>();
  #rules = LADDER_RULES;
  #published = 0;
  #missed = 0;
  #corrections = 0;

  take(entry: LedgerEntry): void {
    if (entry.type === 'genesis') this.#rules = entry.rules;
    else if (entry.type === 'publication') this.#published += 1;
    else if (entry.type === 'confirmation') this.#goes.set(entry.slot, entry.go);
    else if (entry.type === 'miss') this.#missed += 1;
    else if (entry.type === 'correction') this.#corrections += 1;
    else if (entry.type === 'settlement') this.#settle(entry);
  }

  #settle(settlement: Settlement): void {
    const { slot, outcome, level } = settlement;
    const previous = this.#current();
    const entered = { ...previous.entered };
    countEntered(entered, this.#goes.get(slot), toSignalEndFromLedger(settlement), this.#rules);
    this.#goes.delete(slot);
    this.#totals.push({
      settled: previous.settled + 1,
      won: previous.won + (outcome === 'profit' ? 1 : 0),
      breakEven: previous.breakEven + (outcome === 'break-even' ? 1 : 0),
      firstEntryWon: previous.firstEntryWon + (level === 0 ? 1 : 0),
      missed: this.#missed,
      entered,
    });
  }

  #current(): RunningTotals {
    return this.#totals[this.#totals.length - 1] ?? NO_TOTALS;
  }

  totalsAfter(settled: number): Standing | null {
    const totals = this.#totals[settled];
    const maxMissed = this.#totals[settled + 1]?.missed ?? this.#missed;
    return totals ? { ...totals, maxMissed } : null;
  }

  tally(): ChainTally {
    const { settled, won, breakEven, firstEntryWon } = this.#current();
    return {
      settled,
      won,
      lost: settled - won - breakEven,
      breakEven,
      firstEntryWon,
      published: this.#published,
      missed: this.#missed,
      corrections: this.#corrections,
    };
  }
}

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
