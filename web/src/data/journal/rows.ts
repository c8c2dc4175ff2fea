import { type JournalEntry, journalEntrySchema } from '@quantalgo/contracts/journal/entry';
import * as z from 'zod/mini';
import type { MemberDatabase } from '../storage/database';
import { digestsOfText, digestsText, type SignalDigest, type StoredRow } from '../storage/digests';

/** The text of a signal's digest beside its entry, so that an entry stays whole when the signal leaves this device. */
const recordSchema = z.object({ record: z._default(z.string(), '') });

/** An entry on this device. */
export interface JournalRow extends JournalEntry {
  /** The signal as this device last saw it; null where it never did. */
  readonly record: SignalDigest | null;
}

interface ReadRow {
  readonly seq: unknown;
  readonly record: unknown;
  readonly row: JournalRow | null;
}

/** The entries of an answer that this build can read. */
export const entriesIn = (answer: readonly unknown[]): JournalEntry[] =>
  answer.flatMap((entry) => journalEntrySchema.safeParse(entry).data ?? []);

/** Parsed rows by id, so that after a change only the changed ones are parsed. */
const read = new WeakMap<MemberDatabase, Map<string, ReadRow>>();

function parsed(stored: StoredRow): JournalRow | null {
  const entry = journalEntrySchema.safeParse(stored).data;
  if (!entry) return null;
  const { record } = recordSchema.parse(stored);
  return { ...entry, record: digestsOfText(record)[0] ?? null };
}

/** The entries on this device; omits those that another version wrote and this one can't read. */
export async function readEntries(database: MemberDatabase): Promise<readonly JournalRow[]> {
  const known = read.get(database) ?? new Map<string, ReadRow>();
  const rows = await database.journal.toArray();
  const now = new Map<string, ReadRow>();
  for (const stored of rows) {
    const { id } = stored;
    const [seq, record] = [stored['seq'], stored['record']];
    const before = known.get(id);
    const isSame = before?.seq === seq && before?.record === record;
    now.set(id, isSame && before ? before : { seq, record, row: parsed(stored) });
  }
  read.set(database, now);
  return [...now.values()].flatMap(({ row }) => row ?? []);
}

/** The entry of one signal on this device. */
export async function readEntry(
  { journal }: MemberDatabase,
  id: string,
): Promise<JournalRow | undefined> {
  const stored = await journal.get(id);
  return (stored && parsed(stored)) ?? undefined;
}

const CURSOR = 'journal';

const cursorSchema = z.object({ after: z.int() });

/** The place up to which this device has all changes of the journal; 0 before the first. */
export const readPlace = async ({ meta }: MemberDatabase): Promise<number> =>
  cursorSchema.safeParse(await meta.get(CURSOR)).data?.after ?? 0;

/** The newest change that this device has of these entries, or of all: an answer brings an entry beyond the place. */
export async function newestChange(
  database: MemberDatabase,
  ids: readonly string[],
): Promise<number> {
  const rows = await database.journal.bulkGet([...ids]);
  const seqs = rows.map((row) => Number(row?.['seq'] ?? 0));
  return seqs.reduce((newest, seq) => Math.max(newest, seq), await readPlace(database));
}

/**
 * Stores entries from the server's answer, never an older version over a newer one, and keeps what this device knows of
 * their signals. `upTo` says that nothing is missing before that place.
 */
export const storeEntries = (
  { journal, meta }: MemberDatabase,
  entries: readonly JournalEntry[],
  upTo?: number,
): Promise<void> =>
  journal.db.transaction('rw', journal, meta, async () => {
    const known = await journal.bulkGet(entries.map(({ id }) => id));
    const newer = entries.flatMap((entry, index) => {
      const seq = known[index]?.['seq'];
      if (typeof seq === 'number' && seq >= entry.seq) return [];
      return [{ ...entry, record: known[index]?.['record'] ?? '' }];
    });
    if (newer.length > 0) await journal.bulkPut(newer);
    if (upTo !== undefined) await meta.put({ id: CURSOR, after: upTo });
  });

/** Keeps these signals beside their entries. */
export const storeRecords = (
  { journal }: MemberDatabase,
  digests: readonly SignalDigest[],
): Promise<void> =>
  journal.db.transaction('rw', journal, async () => {
    const rows = await journal.bulkGet(digests.map(({ id }) => id));
    const changed = rows.flatMap((row, index) => {
      const digest = digests[index];
      const record = digest ? digestsText([digest]) : '';
      return row && row['record'] !== record ? [{ ...row, record }] : [];
    });
    if (changed.length > 0) await journal.bulkPut(changed);
  });
