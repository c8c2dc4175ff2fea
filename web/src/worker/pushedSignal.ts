import type { Signal } from '@quantalgo/contracts/signals/signal';
import { getDatabaseName, openExistingDatabase, awaitRequest } from '../data/core/databases';
import type { RowTable } from '../data/storage/digests';
import {
  CURSOR_ROW,
  cursorSchema,
  mergeSignals,
  SEEN_ROW,
  seenSchema,
} from '../data/storage/signalRows';

const toRowTable = (store: IDBObjectStore): RowTable => ({
  bulkGet: (ids) => Promise.all(ids.map((id) => awaitRequest<unknown>(store.get(id)))),
  bulkPut: (rows) => Promise.all(rows.map((row) => awaitRequest(store.put(row)))),
});

async function isReceived(meta: IDBObjectStore, { audience }: Signal): Promise<boolean> {
  const { data } = cursorSchema.safeParse(await awaitRequest<unknown>(meta.get(CURSOR_ROW)));
  return data?.audiences.split(' ').includes(audience) === true;
}

async function countUnseen(signals: IDBObjectStore, meta: IDBObjectStore): Promise<number> {
  const { data } = seenSchema.safeParse(await awaitRequest<unknown>(meta.get(SEEN_ROW)));
  if (!data) return 0;
  return awaitRequest(signals.index('createdAt').count(IDBKeyRange.lowerBound(data.at, true)));
}

const waitForCommit = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(new Error('The signal could not be stored'));
  });

async function merge(database: IDBDatabase, signal: Signal, now: number): Promise<number | null> {
  const transaction = database.transaction(['signals', 'digests', 'meta'], 'readwrite');
  const commit = waitForCommit(transaction);
  const signals = transaction.objectStore('signals');
  const digests = transaction.objectStore('digests');
  const meta = transaction.objectStore('meta');
  const work = async () => {
    if (!(await isReceived(meta, signal))) return null;
    const tables = { signals: toRowTable(signals), digests: toRowTable(digests) };
    const arrival = { receivedAt: now, live: false };
    const stored = await mergeSignals(tables, [signal], arrival, () => true);
    return stored > 0 ? countUnseen(signals, meta) : null;
  };
  const unseen = await work().catch(() => {
    // Never store a signal without its digest.
    transaction.abort();
    return null;
  });
  await commit;
  return unseen;
}

/**
 * Merges a push's signal into its member's database. The cursor stays, because earlier signals may be missing.
 * @param now epoch ms, server clock
 * @returns the number of unseen signals; null if nothing changed: no such database, no access, or already
 * stored
 * @throws Error if the database fails, DOMException if its version lacks these tables
 */
export async function storePushedSignal(
  uid: string,
  signal: Signal,
  now: number,
): Promise<number | null> {
  const database = await openExistingDatabase(getDatabaseName(uid));
  return database && merge(database, signal, now).finally(() => database.close());
}
