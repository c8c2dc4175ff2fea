import { parseSlotId } from '@quantalgo/contracts/core/slots';
import {
  EMPTY_FIELDS,
  type JournalWrite,
  journalWriteSchema,
} from '@quantalgo/contracts/journal/entry';
import { matchesSignal } from '@quantalgo/contracts/journal/settle';
import {
  applyWrite,
  toJournalFields,
  type JournalContent,
} from '@quantalgo/contracts/journal/write';
import { isOfKind, type TypedOutboxItem, type OutboxItem } from '../outbox/item';
import type { SignalDigest } from '../storage/digests';
import type { JournalRow } from './rows';

export interface JournalView extends JournalContent {
  readonly id: string;
  /** Start of the slot (epoch ms). */
  readonly slot: number;
  /**
   * `unsent`: a change on this device is pending. `refused`: the server rejected the last write.
   */
  readonly delivery: 'sent' | 'unsent' | 'refused';
  readonly refused: readonly TypedOutboxItem<'journal'>[];
  readonly record: SignalDigest | null;
}

export function getJournalEntryFacts({
  pair,
  direction,
  record,
}: JournalView): Pick<JournalContent, 'pair' | 'direction'> {
  if (record && !matchesSignal({ pair, direction }, record)) return { pair, direction };
  return { pair: record?.pair ?? pair, direction: record?.direction ?? direction };
}

const EMPTY_CONTENT: JournalContent = { ...EMPTY_FIELDS, conflicts: [] };

function tryApplyWrite(content: JournalContent, write: JournalWrite): JournalContent {
  try {
    return applyWrite(content, write);
  } catch {
    return content;
  }
}

/**
 * True if the stored row lacks this item's write, because the worker sends without storing the
 * response.
 */
const isMissing = (
  { state, seqs }: TypedOutboxItem<'journal'>,
  id: string,
  row: JournalRow | undefined,
): boolean => state !== 'sent' || (row?.seq ?? 0) < (seqs?.[id] ?? Infinity);

interface Pending {
  readonly write: JournalWrite;
  readonly item: TypedOutboxItem<'journal'>;
}

const parsedWrites = new Map<string, readonly JournalWrite[]>();

function parseWrites({ id, content }: TypedOutboxItem<'journal'>): readonly JournalWrite[] {
  const cached = parsedWrites.get(id);
  if (cached) return cached;
  const writes = content.writes.flatMap((write) => journalWriteSchema.safeParse(write).data ?? []);
  parsedWrites.set(id, writes);
  return writes;
}

function groupPendingById(items: readonly OutboxItem[]): Map<string, Pending[]> {
  const pending = new Map<string, Pending[]>();
  for (const item of items.filter(isOfKind('journal')))
    for (const write of parseWrites(item)) {
      const list = pending.get(write.id);
      if (list) list.push({ write, item });
      else pending.set(write.id, [{ write, item }]);
    }
  return pending;
}

function toView(id: string, row: JournalRow | undefined, pending: readonly Pending[]): JournalView {
  const missing = pending.filter(({ item }) => isMissing(item, id, row));
  const stored: JournalContent = row
    ? { ...toJournalFields(row), conflicts: row.conflicts }
    : EMPTY_CONTENT;
  const refused = missing.filter(({ item }) => item.state === 'refused').map(({ item }) => item);
  const isUnsent = missing.some(({ item }) => item.state === 'waiting' || item.state === 'sending');
  return {
    ...missing.reduce((content, { write }) => tryApplyWrite(content, write), stored),
    id,
    slot: parseSlotId(id),
    delivery: refused.length > 0 ? 'refused' : isUnsent ? 'unsent' : 'sent',
    refused,
    record: row?.record ?? null,
  };
}

const views = new WeakMap<JournalRow, JournalView>();

function getStoredView(row: JournalRow): JournalView {
  const view = views.get(row) ?? toView(row.id, row, []);
  views.set(row, view);
  return view;
}

/**
 * Newest signal first.
 * @param rows as last received from the server
 * @param items of the outbox, oldest first
 */
export function arrangeJournal(
  rows: readonly JournalRow[],
  items: readonly OutboxItem[],
): JournalView[] {
  const pending = groupPendingById(items);
  const rowIds = new Set(rows.map(({ id }) => id));
  const added = [...pending.keys()].filter((id) => !rowIds.has(id));
  return [
    ...rows.map((row) => {
      const changes = pending.get(row.id);
      return changes ? toView(row.id, row, changes) : getStoredView(row);
    }),
    ...added.map((id) => toView(id, undefined, pending.get(id) ?? [])),
  ].sort((a, b) => (a.id < b.id ? 1 : -1));
}

export const toEntryView = (
  id: string,
  row: JournalRow | undefined,
  items: readonly OutboxItem[],
): JournalView => toView(id, row, groupPendingById(items).get(id) ?? []);
