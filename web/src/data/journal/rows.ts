import { type JournalEntry, journalEntrySchema } from '@quantalgo/contracts/journal/entry';
import * as z from 'zod/mini';
import type { MemberDatabase } from '../database/tables';
import type { StoredRow } from '../database/plain';
import { serializeDigests, parseDigests, type SignalDigest } from '../storage/digests';

/** The signal's digest as text, so that an entry stays complete after the signal is evicted. */
const rowSchema = z.object({ ...journalEntrySchema.shape, record: z.string() });

export interface JournalRow extends JournalEntry {
  readonly record: SignalDigest | null;
}

interface CachedRow {
  readonly seq: unknown;
  readonly record: unknown;
  readonly row: JournalRow | null;
}

export const parseJournalEntries = (response: readonly unknown[]): JournalEntry[] =>
  response.flatMap((entry) => journalEntrySchema.safeParse(entry).data ?? []);

const parsedRows = new WeakMap<MemberDatabase, Map<string, CachedRow>>();

function parseRow(stored: StoredRow): JournalRow | null {
  const row = rowSchema.safeParse(stored).data;
  return row ? { ...row, record: parseDigests(row.record)[0] ?? null } : null;
}

export async function readEntries(database: MemberDatabase): Promise<readonly JournalRow[]> {
  const cached = parsedRows.get(database) ?? new Map<string, CachedRow>();
  const rows = await database.journal.toArray();
  const current = new Map<string, CachedRow>();
  for (const stored of rows) {
    const { id } = stored;
    const [seq, record] = [stored['seq'], stored['record']];
    const previous = cached.get(id);
    const isSame = previous?.seq === seq && previous?.record === record;
    current.set(id, isSame && previous ? previous : { seq, record, row: parseRow(stored) });
  }
  parsedRows.set(database, current);
  return [...current.values()].flatMap(({ row }) => row ?? []);
}

export async function readJournalEntry(
  { journal }: MemberDatabase,
  id: string,
): Promise<JournalRow | undefined> {
  const stored = await journal.get(id);
  return (stored && parseRow(stored)) ?? undefined;
}

const CURSOR_ROW = 'journal';

const positionSchema = z.object({ after: z.int(), isComplete: z.boolean() });

/**
 * `after`: this device has all changes up to this sequence number. `isComplete`: there were no more
 * at the last pull.
 */
export type JournalPosition = z.infer<typeof positionSchema>;

export const readJournalPosition = async ({ meta }: MemberDatabase): Promise<JournalPosition> =>
  positionSchema.safeParse(await meta.get(CURSOR_ROW)).data ?? { after: 0, isComplete: false };

export const hasWholeJournal = async (database: MemberDatabase): Promise<boolean> =>
  (await readJournalPosition(database)).isComplete;

/** Null if there are no entries and the first page hasn't been stored. */
export const readJournal = (database: MemberDatabase): Promise<readonly JournalRow[] | null> => {
  const { journal, meta } = database;
  return journal.db.transaction('r', journal, meta, async () => {
    const rows = await readEntries(database);
    return rows.length > 0 || (await meta.get(CURSOR_ROW)) !== undefined ? rows : null;
  });
};

/** Never overwrites a newer version, and retains the stored signals. */
export const storeEntries = (
  { journal, meta }: MemberDatabase,
  entries: readonly JournalEntry[],
  position?: JournalPosition,
): Promise<void> =>
  journal.db.transaction('rw', journal, meta, async () => {
    const stored = await journal.bulkGet(entries.map(({ id }) => id));
    const newer = entries.flatMap((entry, index) => {
      const seq = stored[index]?.['seq'];
      if (typeof seq === 'number' && seq >= entry.seq) return [];
      return [{ ...entry, record: stored[index]?.['record'] ?? '' }];
    });
    if (newer.length > 0) await journal.bulkPut(newer);
    if (position) await meta.put({ id: CURSOR_ROW, ...position });
  });

export const storeRecords = (
  { journal }: MemberDatabase,
  digests: readonly SignalDigest[],
): Promise<void> =>
  journal.db.transaction('rw', journal, async () => {
    const rows = await journal.bulkGet(digests.map(({ id }) => id));
    const changed = rows.flatMap((row, index) => {
      const digest = digests[index];
      const record = digest ? serializeDigests([digest]) : '';
      return row && row['record'] !== record ? [{ ...row, record }] : [];
    });
    if (changed.length > 0) await journal.bulkPut(changed);
  });
