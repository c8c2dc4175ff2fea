/**
 * IndexedDB without Dexie. The service worker would have to parse Dexie at each wake-up, and public
 * pages don't load it.
 */

const toError = (cause: unknown) => new Error('The database operation failed', { cause });

export const awaitRequest = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(toError(request.error));
  });

/** @throws Error if the browser doesn't list them */
export const listDatabases = async (): Promise<string[]> =>
  (await indexedDB.databases()).map(({ name }) => name ?? '');

export const deleteDatabase = (name: string) =>
  new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = request.onerror = request.onblocked = () => resolve();
  }).catch(() => undefined);

function connect(openRequest: IDBOpenDBRequest): Promise<IDBDatabase> {
  return awaitRequest(openRequest).then((database) => {
    // An open connection would block a logout (which deletes the database) or a newer build's
    // upgrade.
    database.onversionchange = () => database.close();
    return database;
  });
}

/** Null if the database doesn't exist. @throws Error if the browser doesn't open it */
export async function openExisting(name: string): Promise<IDBDatabase | null> {
  const openRequest = indexedDB.open(name);
  let isAbsent = false;
  openRequest.onupgradeneeded = () => {
    isAbsent = true;
    openRequest.transaction?.abort();
  };
  return connect(openRequest).catch((error: unknown) => {
    if (isAbsent) return null;
    throw error;
  });
}

/** Must await nothing but requests, because a transaction ends when none is pending. */
type Work<T, Scope> = (scope: Scope) => Promise<T>;

/**
 * Runs `work` in one transaction, which is rolled back on failure.
 * @returns its result once committed: to disk if `durability` is `strict`
 * @throws DOMException if the database lacks a store
 */
export async function runTransaction<T>(
  database: IDBDatabase,
  stores: readonly string[],
  mode: 'readonly' | 'readwrite',
  work: Work<T, IDBTransaction>,
  durability: IDBTransactionDurability = 'default',
): Promise<T> {
  const transaction = database.transaction([...stores], mode, { durability });
  const commit = new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(toError(transaction.error));
  });
  const result = work(transaction);
  result.catch(() => transaction.abort()).catch(() => undefined);
  return (await Promise.all([result, commit]))[0];
}

/** Must be parsed by a schema, because an older client may have written it. */
export interface StoredRow {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** The operations of a Dexie table that the service worker also needs. */
export interface RowTable {
  readonly bulkGet: (ids: string[]) => PromiseLike<readonly unknown[]>;
  readonly bulkPut: (rows: readonly StoredRow[]) => PromiseLike<unknown>;
}

export const toRowTable = (store: IDBObjectStore): RowTable => ({
  bulkGet: (ids) => Promise.all(ids.map((id) => awaitRequest<unknown>(store.get(id)))),
  bulkPut: (rows) => Promise.all(rows.map((row) => awaitRequest(store.put(row)))),
});

/** The only store of databases that don't use Dexie. Its rows don't contain their keys. */
const ROWS_STORE = 'rows';

/** Creates the database if necessary. @throws Error if the browser denies storage */
export async function openRows(name: string): Promise<IDBDatabase> {
  const openRequest = indexedDB.open(name, 1);
  openRequest.onupgradeneeded = () => openRequest.result.createObjectStore(ROWS_STORE);
  return connect(openRequest);
}

export const runInRows = <T>(
  database: IDBDatabase,
  mode: 'readonly' | 'readwrite',
  work: Work<T, IDBObjectStore>,
  durability?: IDBTransactionDurability,
): Promise<T> =>
  runTransaction(
    database,
    [ROWS_STORE],
    mode,
    (transaction) => work(transaction.objectStore(ROWS_STORE)),
    durability,
  );

/** Undefined if the database doesn't exist. */
export async function readRows<T>(
  name: string,
  work: Work<T, IDBObjectStore>,
): Promise<T | undefined> {
  const database = await openExisting(name);
  return database
    ? runInRows(database, 'readonly', work).finally(() => database.close())
    : undefined;
}

/** @throws Error if the browser denies storage */
export async function changeRows<T>(
  name: string,
  work: Work<T, IDBObjectStore>,
  durability?: IDBTransactionDurability,
): Promise<T> {
  const database = await openRows(name);
  return runInRows(database, 'readwrite', work, durability).finally(() => database.close());
}

export interface RowPlace {
  readonly database: string;
  readonly key: IDBValidKey;
}

export const readRow = ({ database, key }: RowPlace): Promise<unknown> =>
  readRows(database, (rows) => awaitRequest<unknown>(rows.get(key)));

/**
 * Replaces a row atomically; `change` receives undefined if there is none.
 * @returns the written row
 * @throws Error if the browser denies storage
 */
export const changeRow = <T>(
  { database, key }: RowPlace,
  change: (row: unknown) => T,
  durability?: IDBTransactionDurability,
): Promise<T> =>
  changeRows(
    database,
    async (rows) => {
      const newRow = change(await awaitRequest<unknown>(rows.get(key)));
      await awaitRequest(rows.put(newRow, key));
      return newRow;
    },
    durability,
  );

export async function eraseRow(
  { database: name, key }: RowPlace,
  matches = (_: unknown) => true,
): Promise<void> {
  const database = await openExisting(name);
  if (!database) return;
  await runInRows(database, 'readwrite', async (rows) => {
    if (matches(await awaitRequest<unknown>(rows.get(key)))) await awaitRequest(rows.delete(key));
  }).finally(() => database.close());
}
