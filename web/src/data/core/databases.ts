const PREFIX = 'quantalgo-';

/** Name of the IndexedDB database with one member's data. */
export const databaseName = (uid: string): string => `${PREFIX}${uid}`;

/** Name of the IndexedDB database with the outbox. It survives the expiry of a session. */
export const OUTBOX_NAME = `${PREFIX}outbox`;

/** Name of the IndexedDB database through which page and worker share the member's refresh token. */
export const SESSION_NAME = `${PREFIX}session`;

/** Name of the IndexedDB database with the sign-out proofs of sessions that were signed out offline. */
export const SIGN_OUTS_NAME = `${PREFIX}sign-outs`;

/** Names of the databases with the public ledger and the ledger heads that this device saw: not a member's data. */
export const LEDGER_NAME = `${PREFIX}ledger`;

export const HEADS_NAME = `${PREFIX}heads`;

const NOT_OF_A_MEMBER: readonly string[] = [OUTBOX_NAME, SIGN_OUTS_NAME, LEDGER_NAME, HEADS_NAME];

/** True for every database that holds a member's data. */
export const isMemberDatabase = (name: string): boolean =>
  name.startsWith(PREFIX) && !NOT_OF_A_MEMBER.includes(name);

/** Deletes a database. Connections to it close on `versionchange`; the browser waits for those that don't. */
export const deleteDatabase = (name: string) =>
  new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = request.onerror = request.onblocked = () => resolve();
  });

/** Names of the existing member databases; empty in older browsers, which can't list them. */
async function leftovers(): Promise<string[]> {
  try {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    return names.filter(isMemberDatabase);
  } catch {
    return [];
  }
}

/**
 * Deletes the member's databases on this device, and those of other members whose sessions ended abruptly. Settles when
 * that is done; never rejects.
 */
export async function eraseDatabases(uid: string): Promise<void> {
  const names = new Set([databaseName(uid), SESSION_NAME, ...(await leftovers())]);
  await Promise.allSettled([...names].map(deleteDatabase));
}

const refused = ({ error }: IDBRequest) => new Error('The database refused', { cause: error });

/**
 * Opens a database in its current version; null if it doesn't exist, without creating it.
 * @throws Error if the browser doesn't open it
 */
export const existingDatabase = (name: string) =>
  new Promise<IDBDatabase | null>((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onerror = () => reject(refused(opening));
    opening.onupgradeneeded = () => {
      opening.onerror = () => resolve(null);
      opening.transaction?.abort();
    };
    opening.onsuccess = () => {
      // Don't block a sign-out, which deletes the database, or a newer build of the page, which upgrades it.
      opening.result.onversionchange = () => opening.result.close();
      resolve(opening.result);
    };
  });

/** The result of a request to a database. @throws Error if it fails */
export const resultOf = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(refused(request));
  });

/** Deletes a member's rows, and the files with the ids of the items. @returns whether other members' rows are left */
const removeOwn = (database: IDBDatabase, uid: string) =>
  new Promise<boolean>((resolve, reject) => {
    const stores = [...database.objectStoreNames];
    const transaction = database.transaction(stores, 'readwrite');
    let isOthers = false;
    for (const name of stores.filter((store) => store !== 'files')) {
      const walk = transaction.objectStore(name).openCursor();
      walk.onsuccess = () => {
        const at = walk.result;
        if (!at) return;
        const row: unknown = at.value;
        const isOwn = typeof row === 'object' && row !== null && Reflect.get(row, 'uid') === uid;
        if (isOwn) at.delete();
        else isOthers = true;
        if (isOwn && name === 'items') transaction.objectStore('files').delete(at.primaryKey);
        at.continue();
      };
    }
    transaction.oncomplete = () => resolve(isOthers);
    transaction.onabort = () => reject(new Error('The outbox can’t be cleared'));
  });

/**
 * Deletes a member's items from the outbox; other members' remain. Without Dexie, as it has to work in any state of the
 * page. Settles when that is done; never rejects.
 */
export async function eraseOutbox(uid: string): Promise<void> {
  try {
    const database = await existingDatabase(OUTBOX_NAME);
    const isOthers = database ? await removeOwn(database, uid) : false;
    database?.close();
    if (isOthers) return;
  } catch {
    // None of the member's data may remain, so all of the outbox is deleted.
  }
  await Promise.allSettled([deleteDatabase(OUTBOX_NAME)]);
}
