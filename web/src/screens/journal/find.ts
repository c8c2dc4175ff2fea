import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { getPairPayout, type Payouts } from '@quantalgo/contracts/signals/payout';
import { DAY_MS, type Zone } from '@quantalgo/contracts/core/time';
import type { JournalStatus } from '@quantalgo/contracts/journal/entry';
import { type EntryResult, settleEntry } from '@quantalgo/contracts/journal/settle';
import { type Pair, formatPair } from '@quantalgo/contracts/market/pairs';
import type { Direction } from '@quantalgo/contracts/signals/signal';
import { getJournalEntryFacts, type JournalView } from '../../data/journal/entries';
import { parseWords } from '../../data/signals/queryWords';
import { STATUS_TEXT } from '../../ui/journalText';

/** Null matches all. */
export interface Search {
  /** Words that must all occur in an entry, or name its pair or direction. */
  readonly q: string | null;
  readonly status: JournalStatus | null;
  readonly pair: string | null;
  readonly tag: string | null;
  /** Day of the signal's entry in the member's zone: `2026-11-20`. */
  readonly day: string | null;
}

export const NO_SEARCH: Search = { q: null, status: null, pair: null, tag: null, day: null };

/** An entry with its result, day and lower-case search text, computed once. */
export interface IndexedEntry {
  readonly view: JournalView;
  readonly result: EntryResult;
  /** Null until its signal is known. */
  readonly pair: Pair | null;
  readonly direction: Direction | null;
  /** The signal's first entry (epoch ms). */
  readonly at: number;
  /** `2026-11-20`. */
  readonly day: string;
  readonly text: string;
}

type PairAndDirection = Pick<IndexedEntry, 'pair' | 'direction'>;

const toSearchText = (
  { id, status, broker, note, tags }: JournalView,
  { pair, direction }: PairAndDirection,
): string =>
  [
    ...(status === null ? [] : [STATUS_TEXT[status]]),
    ...(pair === null ? [] : [formatPair(pair), pair]),
    direction ?? '',
    broker,
    note,
    ...tags,
    id,
  ]
    .join(' ')
    .toLowerCase();

/**
 * Returns a function from epoch ms to the day in the zone (`2026-11-20`), which caches its results.
 */
function createDayFormatter({ utcOffsetMs }: Zone): (at: number) => string {
  const namesByDay = new Map<number, string>();
  return (at) => {
    const dayNumber = Math.floor((at + utcOffsetMs(at)) / DAY_MS);
    const name =
      namesByDay.get(dayNumber) ?? new Date(dayNumber * DAY_MS).toISOString().slice(0, 10);
    namesByDay.set(dayNumber, name);
    return name;
  };
}

interface CacheEntry {
  readonly zone: Zone;
  readonly payouts: Payouts;
  readonly indexed: IndexedEntry;
}

/** Keyed by view, which stays the same object until its entry changes. */
const indexCache = new WeakMap<JournalView, CacheEntry>();

interface JournalIndex {
  readonly entries: readonly IndexedEntry[];
  /**
   * All entries' texts, joined by line breaks. Searching one long text is several times as fast as
   * searching 20,000 short ones.
   */
  readonly text: string;
  /** Offset of each text, then the end of the last one. */
  readonly starts: Uint32Array;
}

function joinEntries(entries: readonly IndexedEntry[]): JournalIndex {
  const starts = new Uint32Array(entries.length + 1);
  let length = 0;
  for (const [index, { text }] of entries.entries()) {
    length += text.length + 1;
    starts[index + 1] = length;
  }
  return { entries, text: entries.map(({ text }) => text).join('\n'), starts };
}

export function buildJournalIndex(
  journal: readonly JournalView[],
  zone: Zone,
  payouts: Payouts,
): JournalIndex {
  const formatDay = createDayFormatter(zone);
  const indexEntry = (view: JournalView): IndexedEntry => {
    const { record } = view;
    const course = record && { ...record, closes: record.ending?.closes ?? [] };
    const at = view.slot + SLOT_MS;
    const facts = getJournalEntryFacts(view);
    const result = settleEntry(view, course, getPairPayout(payouts, facts.pair));
    return { view, result, ...facts, at, day: formatDay(at), text: toSearchText(view, facts) };
  };
  const entries = journal.map((view) => {
    const cached = indexCache.get(view);
    if (cached?.zone === zone && cached.payouts === payouts) return cached.indexed;
    const newEntry = { zone, payouts, indexed: indexEntry(view) };
    indexCache.set(view, newEntry);
    return newEntry.indexed;
  });
  return joinEntries(entries);
}

function matchesFilters(entry: IndexedEntry, { status, pair, tag, day }: Search): boolean {
  const { view } = entry;
  if (status === null ? view.status === 'removed' : view.status !== status) return false;
  if (pair !== null && entry.pair !== pair) return false;
  if (day !== null && entry.day !== day) return false;
  return tag === null || view.tags.includes(tag);
}

/** Counts a hit for each entry that contains the term and has `count` hits. */
function countTerm(
  { text, starts }: JournalIndex,
  term: string,
  hits: Uint16Array,
  count: number,
): void {
  let index = 0;
  let position = text.indexOf(term);
  while (position >= 0) {
    while ((starts[index + 1] ?? Infinity) <= position) index += 1;
    if (hits[index] === count) hits[index] = count + 1;
    position = text.indexOf(term, starts[index + 1] ?? Infinity);
  }
}

/** Number of search words that each entry matches before the first that it doesn't, by index. */
function countHits(journal: JournalIndex, words: readonly (readonly string[])[]): Uint16Array {
  const hits = new Uint16Array(journal.entries.length);
  for (const [count, terms] of words.entries())
    for (const term of terms) countTerm(journal, term, hits, count);
  return hits;
}

/** Keeps the order. Removed entries match only if the search filters by that status. */
export function searchJournal(
  journal: JournalIndex,
  search: Search,
  parseQuery = parseWords,
): readonly IndexedEntry[] {
  const words = parseQuery(search.q);
  if (words.length === 0) return journal.entries.filter((entry) => matchesFilters(entry, search));
  const hits = countHits(journal, words);
  return journal.entries.filter(
    (entry, index) => hits[index] === words.length && matchesFilters(entry, search),
  );
}

export type EntryListLine =
  | { readonly kind: 'day'; readonly day: string; readonly entries: number }
  | { readonly kind: 'entry'; readonly entry: IndexedEntry; readonly number: number };

/** Expects the entries of a day to be next to each other. */
export function toEntryLines(entries: readonly IndexedEntry[]): EntryListLine[] {
  const lines: EntryListLine[] = [];
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

export interface DaySum {
  readonly entries: number;
  /** Results of settled trades, in cents. */
  readonly taken: number;
  readonly paper: number;
}

export function sumByDay(journal: readonly IndexedEntry[]): ReadonlyMap<string, DaySum> {
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
