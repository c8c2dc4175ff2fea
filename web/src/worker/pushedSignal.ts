import type { Signal } from '@quantalgo/contracts/signals/signal';
import { databaseName, existingDatabase, resultOf } from '../data/core/databases';
import type { RowTable } from '../data/storage/digests';
import {
  CURSOR_ROW,
  cursorSchema,
  mergeSignals,
  SEEN_ROW,
  seenSchema,
} from '../data/storage/signalRows';

const tableOf = (store: IDBObjectStore): RowTable => ({
  bulkGet: (ids) => Promise.all(ids.map((id) => resultOf<unknown>(store.get(id)))),
  bulkPut: (rows) => Promise.all(rows.map((row) => resultOf(store.put(row)))),
});

/** Whether the stored audiences include the signal's. */
async function receives(meta: IDBObjectStore, { audience }: Signal): Promise<boolean> {
  const { data } = cursorSchema.safeParse(await resultOf<unknown>(meta.get(CURSOR_ROW)));
  return data?.audiences.split(' ').includes(audience) === true;
}

/** Number of signals since the member last looked; 0 if they never did. */
async function countUnseen(signals: IDBObjectStore, meta: IDBObjectStore): Promise<number> {
  const { data } = seenSchema.safeParse(await resultOf<unknown>(meta.get(SEEN_ROW)));
  if (!data) return 0;
  return resultOf(signals.index('createdAt').count(IDBKeyRange.lowerBound(data.at, true)));
}

const committed = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(new Error('The signal could not be stored'));
  });

async function merge(database: IDBDatabase, signal: Signal, now: number): Promise<number | null> {
  const transaction = database.transaction(['signals', 'digests', 'meta'], 'readwrite');
  const ended = committed(transaction);
  const signals = transaction.objectStore('signals');
  const digests = transaction.objectStore('digests');
  const meta = transaction.objectStore('meta');
  const work = async () => {
    if (!(await receives(meta, signal))) return null;
    const tables = { signals: tableOf(signals), digests: tableOf(digests) };
    const arrival = { receivedAt: now, live: false };
    const stored = await mergeSignals(tables, [signal], arrival, () => true);
    return stored > 0 ? countUnseen(signals, meta) : null;
  };
  const unseen = await work().catch(() => {
    // Never store a signal without its digest.
    transaction.abort();
    return null;
  });
  await ended;
  return unseen;
}

/**
 * Merges the signal of a push into its member's database, as the page does with the stream's. The cursor remains, as
 * signals may be missing before this one.
 * @param now epoch ms, by the server's clock
 * @returns the number of signals that the member has not seen; null if nothing changed: there is no such database, its
 * member receives no such signals, or it was already stored
 * @throws Error if the database fails, DOMException if its version lacks these tables
 */
export async function storePushedSignal(
  uid: string,
  signal: Signal,
  now: number,
): Promise<number | null> {
  const database = await existingDatabase(databaseName(uid));
  return database && merge(database, signal, now).finally(() => database.close());
}
