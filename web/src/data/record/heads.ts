import type { ObservedHead } from '@quantalgo/contracts/record/ledger/evidence';
import * as z from 'zod/mini';
import { HEADS_NAME, awaitRequest } from '../core/databases';

const STORE = 'rows';

const openDatabases = new Map<string, Promise<IDBDatabase>>();

function open(name: string): Promise<IDBDatabase> {
  const current = openDatabases.get(name);
  if (current) return current;
  const dropConnection = () => void openDatabases.delete(name);
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  const opening = awaitRequest(request).then((database) => {
    database.onclose = dropConnection;
    database.onversionchange = () => {
      dropConnection();
      database.close();
    };
    return database;
  });
  openDatabases.set(name, opening);
  opening.catch(dropConnection);
  return opening;
}

const waitForCommit = (transaction: IDBTransaction) =>
  new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () =>
      reject(new Error('The database refused', { cause: transaction.error }));
  });

/**
 * Runs `work` on the only table of a database, in one transaction. Plain IndexedDB, for pages that load no
 * library for it.
 * @throws if the browser denies storage
 */
export async function withTable<T>(
  name: string,
  mode: IDBTransactionMode,
  work: (table: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open(name);
  try {
    const transaction = database.transaction(STORE, mode);
    const result = await awaitRequest(work(transaction.objectStore(STORE)));
    if (mode === 'readwrite') await waitForCommit(transaction);
    return result;
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError')
      openDatabases.delete(name);
    throw error;
  }
}

const seenHeadSchema: z.ZodMiniType<ObservedHead> = z.object({
  ledgerId: z.string(),
  size: z.int(),
  root: z.string(),
  seenAt: z.number(),
  knownAt: z.number(),
});

/** Every tree commits to all before it, so the newest heads suffice. */
const MAX_HEADS = 500;

export async function readSeenHeads(): Promise<ObservedHead[]> {
  try {
    const rows: unknown[] = await withTable(HEADS_NAME, 'readonly', (table) => table.getAll());
    return rows.flatMap((row) => seenHeadSchema.safeParse(row).data ?? []);
  } catch {
    return [];
  }
}

type HeadId = Pick<ObservedHead, 'ledgerId' | 'size' | 'root'>;

const toKey = ({ ledgerId, size, root }: HeadId) => [ledgerId, size, root];

async function deleteHeads(heads: readonly ObservedHead[]): Promise<void> {
  for (const head of heads)
    await withTable(HEADS_NAME, 'readwrite', (table) => table.delete(toKey(head)));
}

async function readHead(key: IDBValidKey): Promise<ObservedHead | null> {
  const row: unknown = await withTable(HEADS_NAME, 'readonly', (table) => table.get(key));
  return seenHeadSchema.safeParse(row).data ?? null;
}

/**
 * Stores a head seen `at` (epoch ms); it outlives sessions, because the ledger is public. Keeps the earliest
 * `seenAt` and the latest `knownAt`. Never rejects.
 */
export async function storeHead(head: HeadId, at: number, knownAt = at): Promise<void> {
  const key = toKey(head);
  try {
    const before = await readHead(key);
    const times = {
      seenAt: before?.seenAt ?? at,
      knownAt: Math.max(before?.knownAt ?? 0, knownAt),
    };
    await withTable(HEADS_NAME, 'readwrite', (table) => table.put({ ...head, ...times }, key));
    if (before) return;
  } catch {
    return;
  }
  const all = await readSeenHeads();
  const oldestFirst = all.sort((a, b) => a.seenAt - b.seenAt);
  await deleteHeads(oldestFirst.slice(0, Math.max(0, all.length - MAX_HEADS))).catch(
    () => undefined,
  );
}
