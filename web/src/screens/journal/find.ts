import {
  type EntryResult,
  type JournalStatus,
  pairLabel,
  settleEntry,
  SLOT_MS,
  type Zone,
} from '@quantalgo/contracts';
import type { JournalView } from '../../data/journal/entries';
import { STATUS_WORDS } from '../../ui/journalText';

/** Criteria of a search; null is all. */
export interface Search {
  /** Words that must all occur in an entry. */
  readonly q: string | null;
  readonly status: JournalStatus | null;
  readonly pair: string | null;
  readonly tag: string | null;
  /** Day of the signal's entry in the member's zone: `2026-11-20`. */
  readonly day: string | null;
}

export const NO_SEARCH: Search = { q: null, status: null, pair: null, tag: null, day: null };

/** An entry with what is computed from it once: its result, its day, and the text in which words are found. */
export interface Indexed {
  readonly view: JournalView;
  readonly result: EntryResult;
  /** Time of the signal's first entry (epoch ms). */
  readonly at: number;
  /** `2026-11-20`. */
  readonly day: string;
  readonly text: string;
}

const textOf = ({ id, status, pair, direction, broker, note, tags }: JournalView): string =>
  [
    ...(status === null ? [] : [STATUS_WORDS[status]]),
    ...(pair === null ? [] : [pairLabel(pair), pair]),
    direction ?? '',
    broker,
    note,
    ...tags,
    id,
  ]
    .join(' ')
    .toLowerCase();

const DAY_MS = 24 * 60 * 60_000;

/** Returns a function from a time (epoch ms) to its day in the zone, `2026-11-20`. */
function daysIn({ aheadMs }: Zone): (at: number) => string {
  const names = new Map<number, string>();
  return (at) => {
    const number = Math.floor((at + aheadMs(at)) / DAY_MS);
    const name = names.get(number) ?? new Date(number * DAY_MS).toISOString().slice(0, 10);
    names.set(number, name);
    return name;
  };
}

/** The journal, indexed in memory. @param payout the member's usual one, as a share */
export function indexOf(journal: readonly JournalView[], zone: Zone, payout: number): Indexed[] {
  const dayOf = daysIn(zone);
  return journal.map((view) => {
    const { record } = view;
    const course = record && {
      direction: record.direction,
      closes: record.ending?.closes ?? [],
    };
    const at = view.slot + SLOT_MS;
    const result = settleEntry(view, course, payout);
    return { view, result, at, day: dayOf(at), text: textOf(view) };
  });
}

const wordsOf = (q: string | null): string[] =>
  (q ?? '').toLowerCase().split(/\s+/).filter(Boolean);

/** The entries that fit, in the given order. Removed ones fit only where they are asked for. */
export function found(journal: readonly Indexed[], search: Search): readonly Indexed[] {
  const { status, pair, tag, day } = search;
  const words = wordsOf(search.q);
  return journal.filter(({ view, day: ofEntry, text }) => {
    if (status === null ? view.status === 'removed' : view.status !== status) return false;
    if (pair !== null && view.pair !== pair) return false;
    if (tag !== null && !view.tags.includes(tag)) return false;
    if (day !== null && ofEntry !== day) return false;
    return words.every((word) => text.includes(word));
  });
}

/** What a day came to. */
export interface DaySum {
  readonly entries: number;
  /** Cents of trades taken with money, and of those on paper, as far as they are settled. */
  readonly taken: number;
  readonly paper: number;
}

/** The sums of the days that have entries. */
export function sumsByDay(journal: readonly Indexed[]): ReadonlyMap<string, DaySum> {
  const days = new Map<string, DaySum>();
  for (const { view, result, day } of journal) {
    if (view.status === null || view.status === 'removed') continue;
    const sum = days.get(day) ?? { entries: 0, taken: 0, paper: 0 };
    const cents = result.cents ?? 0;
    days.set(day, {
      entries: sum.entries + 1,
      taken: sum.taken + (view.status === 'taken' ? cents : 0),
      paper: sum.paper + (view.status === 'paper' ? cents : 0),
    });
  }
  return days;
}
