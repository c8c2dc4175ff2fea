import type { Signal } from '@quantalgo/contracts/signals/signal';
import { getDatabaseName } from '../data/database/databases';
import { awaitRequest, openExisting, runTransaction, toRowTable } from '../data/database/plain';
import {
  CURSOR_ROW,
  cursorSchema,
  mergeSignals,
  SEEN_ROW,
  seenSchema,
} from '../data/storage/signalRows';

async function isReceived(meta: IDBObjectStore, { audience }: Signal): Promise<boolean> {
  const { data } = cursorSchema.safeParse(await awaitRequest<unknown>(meta.get(CURSOR_ROW)));
  return data?.audiences.split(' ').includes(audience) === true;
}

async function countUnseen(signals: IDBObjectStore, meta: IDBObjectStore): Promise<number> {
  const { data } = seenSchema.safeParse(await awaitRequest<unknown>(meta.get(SEEN_ROW)));
  if (!data) return 0;
  return awaitRequest(signals.index('createdAt').count(IDBKeyRange.lowerBound(data.at, true)));
}

/** In one transaction, because a signal is never stored without its digest. */
const merge = (database: IDBDatabase, signal: Signal, now: number): Promise<number | null> =>
  runTransaction(database, ['signals', 'digests', 'meta'], 'readwrite', async (transaction) => {
    const [signals, meta] = [transaction.objectStore('signals'), transaction.objectStore('meta')];
    if (!(await isReceived(meta, signal))) return null;
    const digests = toRowTable(transaction.objectStore('digests'));
    const tables = { signals: toRowTable(signals), digests };
    const arrival = { receivedAt: now, live: false };
    const storedCount = await mergeSignals(tables, [signal], arrival, () => true);
    return storedCount > 0 ? countUnseen(signals, meta) : null;
  });

/**
 * Merges a push's signal into its member's database. Doesn't advance the cursor, because earlier signals may
 * be missing.
 * @param now epoch ms, server clock
 * @returns the number of unseen signals; null if nothing changed: no such database, no access, or
 * already stored
 * @throws Error if the database fails, DOMException if its version lacks these tables
 */
export async function storePushedSignal(
  uid: string,
  signal: Signal,
  now: number,
): Promise<number | null> {
  const database = await openExisting(getDatabaseName(uid));
  return database && merge(database, signal, now).finally(() => database.close());
}
