import {
  JOURNAL_LIMITS,
  type JournalWrite,
  journalWriteSchema,
  type SomeFields,
} from '@quantalgo/contracts/journal/entry';
import { writeOf } from '@quantalgo/contracts/journal/write';
import { storageError } from '../outbox/storageErrors';
import { append } from '../outbox/outbox';
import { withDatabase } from '../storage/memberDatabase';
import type { JournalView } from './entries';
import { newestChange } from './rows';

/** Bytes of one call's writes: the server takes no more than 100,000 in all. */
const BYTES_AT_ONCE = 60_000;

/** Splits writes into calls that the server takes. */
function inCalls(writes: readonly JournalWrite[]): JournalWrite[][] {
  const calls: JournalWrite[][] = [];
  const encoder = new TextEncoder();
  let bytes = Infinity;
  for (const write of writes) {
    const size = encoder.encode(JSON.stringify(write)).length;
    const last = calls.at(-1);
    if (last && last.length < JOURNAL_LIMITS.writes && bytes + size <= BYTES_AT_ONCE) {
      last.push(write);
      bytes += size;
    } else {
      calls.push([write]);
      bytes = size;
    }
  }
  return calls;
}

/**
 * Keeps writes on this device until the server has them: at once if there is a connection, otherwise as soon as there
 * is.
 * @returns whether they would survive the closing of the page
 * @throws StorageError
 */
export async function writeEntries(uid: string, writes: readonly JournalWrite[]): Promise<boolean> {
  try {
    const ids = writes.map(({ id }) => id);
    const known = await withDatabase(uid, (database) => newestChange(database, ids));
    let kept = true;
    for (const call of inCalls(writes))
      kept = (await append(uid, { kind: 'journal', writes: call, known })).kept && kept;
    return kept;
  } catch (error) {
    throw storageError(error);
  }
}

/**
 * Writes what a member changed in one entry.
 * @param settled values kept beside it that they dealt with
 * @throws StorageError
 * @throws ZodError where a value is out of range
 */
export async function writeEntry(
  uid: string,
  seen: JournalView,
  wanted: SomeFields,
  settled: readonly SomeFields[] = [],
): Promise<void> {
  const write = writeOf(seen.id, seen, wanted) ?? { id: seen.id, change: {}, saw: {} };
  if (Object.keys(write.change).length === 0 && settled.length === 0) return;
  await writeEntries(uid, [journalWriteSchema.parse({ ...write, settled: [...settled] })]);
}
