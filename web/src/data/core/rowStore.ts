import { openExistingDatabase, awaitRequest } from './databases';

/** A single row shared by page and worker. Without Dexie, which a worker would parse at each wake-up. */
interface RowPlace {
  readonly database: string;
  readonly store: string;
  readonly key: string;
}

const openStore = ({ database, store }: RowPlace) =>
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

async function requestStore<T>(
  { database, store }: RowPlace,
  mode: IDBTransactionMode,
  request: (rows: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  const connection = await openExistingDatabase(database);
  if (!connection) return undefined;
  try {
    return await awaitRequest(request(connection.transaction(store, mode).objectStore(store)));
  } finally {
    connection.close();
  }
}

export const readRow = (place: RowPlace): Promise<unknown> =>
  requestStore<unknown>(place, 'readonly', (rows) => rows.get(place.key));

export const eraseRow = (place: RowPlace, isIt = (_: unknown) => true): Promise<unknown> =>
  requestStore<unknown>(place, 'readwrite', (rows) => {
    const reading: IDBRequest<unknown> = rows.get(place.key);
    reading.addEventListener('success', () => {
      if (isIt(reading.result)) rows.delete(place.key);
    });
    return reading;
  });

/**
 * Replaces the row (undefined if there is none) atomically.
 * @returns the written row, once committed: to disk if `durability` is `strict`
 * @throws Error if the browser denies storage
 */
export async function changeRow<T>(
  place: RowPlace,
  change: (row: unknown) => T,
  durability: IDBTransactionDurability = 'default',
): Promise<T> {
  const database = await openStore(place);
  return new Promise<T>((resolve, reject) => {
    const transaction = database.transaction(place.store, 'readwrite', { durability });
    const rows = transaction.objectStore(place.store);
    const reading: IDBRequest<unknown> = rows.get(place.key);
    reading.onsuccess = () => {
      const newRow = change(reading.result);
      rows.put(newRow, place.key);
      transaction.oncomplete = () => resolve(newRow);
    };
    transaction.onabort = () => reject(new Error(`${place.database} can’t be written`));
  }).finally(() => database.close());
}
