import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { DAY_MS, type Zone } from '@quantalgo/contracts/core/time';
import type { JournalStatus } from '@quantalgo/contracts/journal/entry';
import { type EntryResult, settleEntry } from '@quantalgo/contracts/journal/settle';
import { type Pair, pairLabel } from '@quantalgo/contracts/market/pairs';
import type { Direction } from '@quantalgo/contracts/signals/signal';
import { factsOf, type JournalView } from '../../data/journal/entries';
import { STATUS_TEXT } from '../../ui/journalText';

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

/** An entry with what is computed from it once: its result, its day, and the lower-case text that words are found in. */
export interface Indexed {
  readonly view: JournalView;
  readonly result: EntryResult;
  /** Of its signal; null where nothing tells them yet. */
  readonly pair: Pair | null;
  readonly direction: Direction | null;
  /** Time of the signal's first entry (epoch ms). */
  readonly at: number;
  /** `2026-11-20`. */
  readonly day: string;
  readonly text: string;
}

type PairAndDirection = Pick<Indexed, 'pair' | 'direction'>;

const textOf = (
  { id, status, broker, note, tags }: JournalView,
  { pair, direction }: PairAndDirection,
): string =>
  [
    ...(status === null ? [] : [STATUS_TEXT[status]]),
    ...(pair === null ? [] : [pairLabel(pair), pair]),
    direction ?? '',
    broker,
    note,
    ...tags,
    id,
  ]
    .join(' ')
    .toLowerCase();

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

interface Known {
  readonly zone: Zone;
  readonly payout: number;
  readonly indexed: Indexed;
}

/** What was indexed last of an entry, which stays the very same object until it changes. */
const known = new WeakMap<JournalView, Known>();

/** A journal, ready to be searched. */
interface JournalIndex {
  readonly entries: readonly Indexed[];
  /**
   * The texts of all entries, divided by line breaks, which no word holds, and where each begins, one more than there
   * are entries: one long text is searched several times as fast as twenty thousand short ones.
   */
  readonly text: string;
  readonly starts: Uint32Array;
}

function joined(entries: readonly Indexed[]): JournalIndex {
  const starts = new Uint32Array(entries.length + 1);
  let length = 0;
  for (const [place, { text }] of entries.entries()) {
    length += text.length + 1;
    starts[place + 1] = length;
  }
  return { entries, text: entries.map(({ text }) => text).join('\n'), starts };
}

/** The journal, indexed in memory. @param payout the member's usual one, as a share */
export function indexOf(journal: readonly JournalView[], zone: Zone, payout: number): JournalIndex {
  const dayOf = daysIn(zone);
  const indexed = (view: JournalView): Indexed => {
    const { record } = view;
    const course = record && { ...record, closes: record.ending?.closes ?? [] };
    const at = view.slot + SLOT_MS;
    const result = settleEntry(view, course, payout);
    const facts = factsOf(view);
    return { view, result, ...facts, at, day: dayOf(at), text: textOf(view, facts) };
  };
  const entries = journal.map((view) => {
    const before = known.get(view);
    if (before?.zone === zone && before.payout === payout) return before.indexed;
    const now = { zone, payout, indexed: indexed(view) };
    known.set(view, now);
    return now.indexed;
  });
  return joined(entries);
}

const wordsOf = (q: string | null): string[] =>
  (q ?? '').toLowerCase().split(/\s+/).filter(Boolean);

function isWanted(entry: Indexed, { status, pair, tag, day }: Search): boolean {
  const { view } = entry;
  if (status === null ? view.status === 'removed' : view.status !== status) return false;
  if (pair !== null && entry.pair !== pair) return false;
  if (day !== null && entry.day !== day) return false;
  return tag === null || view.tags.includes(tag);
}

/** How many of the words each entry has. */
function countHits({ entries, text, starts }: JournalIndex, words: readonly string[]): Uint16Array {
  const hits = new Uint16Array(entries.length);
  for (const word of words) {
    let place = 0;
    let at = text.indexOf(word);
    while (at >= 0) {
      while ((starts[place + 1] ?? Infinity) <= at) place += 1;
      hits[place] = (hits[place] ?? 0) + 1;
      at = text.indexOf(word, starts[place + 1] ?? Infinity);
    }
  }
  return hits;
}

/** The entries that fit, in the given order. Removed ones fit only where they are asked for. */
export function found(journal: JournalIndex, search: Search): readonly Indexed[] {
  const words = wordsOf(search.q);
  if (words.length === 0) return journal.entries.filter((entry) => isWanted(entry, search));
  const hits = countHits(journal, words);
  return journal.entries.filter(
    (entry, place) => hits[place] === words.length && isWanted(entry, search),
  );
}

/** A line of the list: the heading of a day, or an entry. */
export type Line =
  | { readonly kind: 'day'; readonly day: string; readonly entries: number }
  | { readonly kind: 'entry'; readonly entry: Indexed; readonly number: number };

/** The entries in the given order, which keeps those of a day together, below headings of their days. */
export function linesOf(entries: readonly Indexed[]): Line[] {
  const lines: Line[] = [];
  let heading = { kind: 'day' as const, day: '', entries: 0 };
  let number = 0;
  for (const entry of entries) {
    const { day } = entry;
    if (heading.day !== day) {
      heading = { kind: 'day', day, entries: 0 };
      lines.push(heading);
    }
    heading.entries += 1;
    number += 1;
    lines.push({ kind: 'entry', entry, number });
  }
  return lines;
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
