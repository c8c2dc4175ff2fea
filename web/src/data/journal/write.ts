import {
  JOURNAL_LIMITS,
  type JournalWrite,
  journalWriteSchema,
  type PartialFields,
} from '@quantalgo/contracts/journal/entry';
import { buildJournalWrite } from '@quantalgo/contracts/journal/write';
import { toStorageError } from '../outbox/storageErrors';
import { enqueueItems } from '../outbox/outbox';
import type { JournalView } from './entries';

/** Well below the server's limit of 100,000 bytes. */
const MAX_CALL_BYTES = 60_000;

function splitIntoCalls(writes: readonly JournalWrite[]): JournalWrite[][] {
  const calls: JournalWrite[][] = [];
  const encoder = new TextEncoder();
  let bytes = Infinity;
  for (const write of writes) {
    const size = encoder.encode(JSON.stringify(write)).length;
    const lastCall = calls.at(-1);
    if (lastCall && lastCall.length < JOURNAL_LIMITS.writes && bytes + size <= MAX_CALL_BYTES) {
      lastCall.push(write);
      bytes += size;
    } else {
      calls.push([write]);
      bytes = size;
    }
  }
  return calls;
}

/**
 * Queues writes in the outbox: either all or none.
 * @throws StorageError
 */
export async function writeEntries(uid: string, writes: readonly JournalWrite[]): Promise<void> {
  try {
    await enqueueItems(
      uid,
      splitIntoCalls(writes).map((call) => ({ kind: 'journal', writes: call })),
    );
  } catch (error) {
    throw toStorageError(error);
  }
}

export async function writeEntry(
  uid: string,
  view: JournalView,
  fields: PartialFields,
  settled: readonly PartialFields[] = [],
): Promise<void> {
  const write = buildJournalWrite(view.id, view, fields) ?? { id: view.id, change: {}, saw: {} };
  if (Object.keys(write.change).length === 0 && settled.length === 0) return;
  await writeEntries(uid, [journalWriteSchema.parse({ ...write, settled: [...settled] })]);
}
