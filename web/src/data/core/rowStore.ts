import { existingDatabase, resultOf } from './databases';

/**
 * An IndexedDB database with one row, shared by page and worker. Without Dexie, which a worker would parse at each
 * wake-up.
 */
interface RowPlace {
  readonly database: string;
  readonly store: string;
  readonly key: string;
}

const opened = ({ database, store }: RowPlace) =>
  new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(database, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(store);
    opening.onsuccess = () => {
      // Don't block a sign-out, which deletes the database.
      opening.result.onversionchange = () => opening.result.close();
      resolve(opening.result);
    };
    opening.onerror = opening.onblocked = () => reject(new Error(`${database} can’t be opened`));
  });

/** Makes one request to the store; undefined if the database doesn't exist, which isn't created. */
async function inStore<T>(
  { database, store }: RowPlace,
  mode: IDBTransactionMode,
  ask: (rows: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  const connection = await existingDatabase(database);
  if (!connection) return undefined;
  try {
    return await resultOf(ask(connection.transaction(store, mode).objectStore(store)));
  } finally {
    connection.close();
  }
}

/** The row, undefined if there is none. @throws Error if the browser denies storage */
export const readRow = (place: RowPlace): Promise<unknown> =>
  inStore<unknown>(place, 'readonly', (rows) => rows.get(place.key));

/** Deletes the row, if it is one that `isIt` accepts. @throws Error if the browser denies storage */
export const eraseRow = (place: RowPlace, isIt = (_: unknown) => true): Promise<unknown> =>
  inStore<unknown>(place, 'readwrite', (rows) => {
    const reading: IDBRequest<unknown> = rows.get(place.key);
    reading.addEventListener('success', () => {
      if (isIt(reading.result)) rows.delete(place.key);
    });
    return reading;
  });

/**
 * Replaces the row (undefined if there is none) by the result of `change`, atomically.
 * @returns the written row, once committed: to disk if `durability` is `strict`
 * @throws Error if the browser denies storage
 */
export async function changeRow<T>(
  place: RowPlace,
  change: (row: unknown) => T,
  durability: IDBTransactionDurability = 'default',
): Promise<T> {
  const database = await opened(place);
  return new Promise<T>((resolve, reject) => {
    const transaction = database.transaction(place.store, 'readwrite', { durability });
    const rows = transaction.objectStore(place.store);
    const reading: IDBRequest<unknown> = rows.get(place.key);
    reading.onsuccess = () => {
      const changed = change(reading.result);
      rows.put(changed, place.key);
      transaction.oncomplete = () => resolve(changed);
    };
    transaction.onabort = () => reject(new Error(`${place.database} can’t be written`));
  }).finally(() => database.close());
}
