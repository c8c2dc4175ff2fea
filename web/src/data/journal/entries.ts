import { slotStartOfId } from '@quantalgo/contracts/core/slots';
import {
  EMPTY_FIELDS,
  type JournalWrite,
  journalWriteSchema,
} from '@quantalgo/contracts/journal/entry';
import { isTradeOn } from '@quantalgo/contracts/journal/settle';
import { applyWrite, fieldsOf, type JournalContent } from '@quantalgo/contracts/journal/write';
import { isOfKind, type ItemOf, type OutboxItem } from '../outbox/item';
import type { SignalDigest } from '../storage/digests';
import type { JournalRow } from './rows';

/** An entry as its member sees it: the server's version with what waits here. */
export interface JournalView extends JournalContent {
  /** The slot of its signal. */
  readonly id: string;
  /** Start of that slot (epoch ms). */
  readonly slot: number;
  /** `unsent` while something of it waits here; `refused` where the server did not take the last write. */
  readonly delivery: 'sent' | 'unsent' | 'refused';
  /** The outbox's items that the server refused; empty unless `refused`. */
  readonly refused: readonly ItemOf<'journal'>[];
  /** The signal; null where this device has never seen it. */
  readonly record: SignalDigest | null;
}

/** What the signal of an entry said: by the record where this device has it, unless the entry is of another trade. */
export function factsOf({
  pair,
  direction,
  record,
}: JournalView): Pick<JournalContent, 'pair' | 'direction'> {
  if (record && !isTradeOn({ pair, direction }, record)) return { pair, direction };
  return { pair: record?.pair ?? pair, direction: record?.direction ?? direction };
}

const EMPTY: JournalContent = { ...EMPTY_FIELDS, besides: [] };

/** An entry with a write; unchanged where it holds too many values beside its own, which the server refuses. */
function withWrite(content: JournalContent, write: JournalWrite): JournalContent {
  try {
    return applyWrite(content, write);
  } catch {
    return content;
  }
}

/**
 * Whether the stored entry lacks this item's write. The worker sends without storing what comes back; an entry that is
 * older than the server's answer lacks it, or one that did not change since the write, if an older build sent it.
 */
const isMissing = (
  { state, seqs, content }: ItemOf<'journal'>,
  id: string,
  row: JournalRow | undefined,
): boolean => state !== 'sent' || (row?.seq ?? 0) < (seqs?.[id] ?? content.known + 1);

interface Pending {
  readonly write: JournalWrite;
  readonly item: ItemOf<'journal'>;
}

/** Parsed writes by the id of their item, which never changes what it writes. */
const parsed = new Map<string, readonly JournalWrite[]>();

/** The writes of an item; omits those that another version wrote and this one can't read. */
function writesOf({ id, content }: ItemOf<'journal'>): readonly JournalWrite[] {
  const known = parsed.get(id);
  if (known) return known;
  const writes = content.writes.flatMap((write) => journalWriteSchema.safeParse(write).data ?? []);
  parsed.set(id, writes);
  return writes;
}

function pendingById(items: readonly OutboxItem[]): Map<string, Pending[]> {
  const pending = new Map<string, Pending[]>();
  for (const item of items.filter(isOfKind('journal')))
    for (const write of writesOf(item)) {
      const before = pending.get(write.id);
      if (before) before.push({ write, item });
      else pending.set(write.id, [{ write, item }]);
    }
  return pending;
}

function viewOf(id: string, row: JournalRow | undefined, pending: readonly Pending[]): JournalView {
  const missing = pending.filter(({ item }) => isMissing(item, id, row));
  const stored: JournalContent = row ? { ...fieldsOf(row), besides: row.besides } : EMPTY;
  const refused = missing.filter(({ item }) => item.state === 'refused').map(({ item }) => item);
  const waits = missing.some(({ item }) => item.state === 'waiting' || item.state === 'sending');
  return {
    ...missing.reduce((content, { write }) => withWrite(content, write), stored),
    id,
    slot: slotStartOfId(id),
    delivery: refused.length > 0 ? 'refused' : waits ? 'unsent' : 'sent',
    refused,
    record: row?.record ?? null,
  };
}

/** The views of rows without anything pending, which most are: built once for each row. */
const views = new WeakMap<JournalRow, JournalView>();

function storedView(row: JournalRow): JournalView {
  const view = views.get(row) ?? viewOf(row.id, row, []);
  views.set(row, view);
  return view;
}

/**
 * The member's journal, newest signal first.
 * @param rows as last received from the server
 * @param items those of the outbox, oldest first
 */
export function arrangeJournal(
  rows: readonly JournalRow[],
  items: readonly OutboxItem[],
): JournalView[] {
  const pending = pendingById(items);
  const known = new Set(rows.map(({ id }) => id));
  const added = [...pending.keys()].filter((id) => !known.has(id));
  return [
    ...rows.map((row) => {
      const waiting = pending.get(row.id);
      return waiting ? viewOf(row.id, row, waiting) : storedView(row);
    }),
    ...added.map((id) => viewOf(id, undefined, pending.get(id) ?? [])),
  ].sort((one, other) => (one.id < other.id ? 1 : -1));
}

/** The entry of one signal, empty where there is none. */
export const entryView = (
  id: string,
  row: JournalRow | undefined,
  items: readonly OutboxItem[],
): JournalView => viewOf(id, row, pendingById(items).get(id) ?? []);
