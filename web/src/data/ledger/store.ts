/** Settles with what an IndexedDB request finds. */
const resultOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed'));
  });

const STORE = 'rows';

const opened = new Map<string, Promise<IDBDatabase>>();

/** Opens a database, once for as long as the system leaves it open. */
function open(name: string): Promise<IDBDatabase> {
  const before = opened.get(name);
  if (before) return before;
  const forget = () => void opened.delete(name);
  const request = indexedDB.open(name, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  const opening = resultOf(request).then((database) => {
    database.onclose = forget;
    database.onversionchange = () => {
      forget();
      database.close();
    };
    return database;
  });
  opened.set(name, opening);
  opening.catch(forget);
  return opening;
}

/**
 * Does `work` on the one table of a database. In plain IndexedDB, for pages that load no library for it.
 * @throws where the browser keeps nothing
 */
export async function withTable<T>(
  name: string,
  mode: IDBTransactionMode,
  work: (table: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const database = await open(name);
  try {
    return await resultOf(work(database.transaction(STORE, mode).objectStore(STORE)));
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError') opened.delete(name);
    throw error;
  }
}
