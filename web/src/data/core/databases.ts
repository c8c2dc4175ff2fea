const PREFIX = 'quantalgo-';

export const getDatabaseName = (uid: string): string => `${PREFIX}${uid}`;

export const OUTBOX_NAME = `${PREFIX}outbox`;

export const SESSION_NAME = `${PREFIX}session`;

export const SIGN_OUTS_NAME = `${PREFIX}sign-outs`;

/** The public ledger and the ledger heads that this device saw: not a member's data. */
export const LEDGER_NAME = `${PREFIX}ledger`;

export const HEADS_NAME = `${PREFIX}heads`;

const SHARED_DATABASES: readonly string[] = [OUTBOX_NAME, SIGN_OUTS_NAME, LEDGER_NAME, HEADS_NAME];

export const isMemberDatabase = (name: string): boolean =>
  name.startsWith(PREFIX) && !SHARED_DATABASES.includes(name);

export const deleteDatabase = (name: string) =>
  new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = request.onerror = request.onblocked = () => resolve();
  });

async function listMemberDatabases(): Promise<string[]> {
  try {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    return names.filter(isMemberDatabase);
  } catch {
    return [];
  }
}

export async function eraseDatabases(uid: string): Promise<void> {
  const names = new Set([getDatabaseName(uid), SESSION_NAME, ...(await listMemberDatabases())]);
  await Promise.allSettled([...names].map(deleteDatabase));
}

const toError = ({ error }: IDBRequest) => new Error('The database refused', { cause: error });

/** Null if it doesn't exist; doesn't create it. @throws Error if the browser doesn't open it */
export const openExistingDatabase = (name: string) =>
  new Promise<IDBDatabase | null>((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onerror = () => reject(toError(opening));
    opening.onupgradeneeded = () => {
      opening.onerror = () => resolve(null);
      opening.transaction?.abort();
    };
    opening.onsuccess = () => {
      // Don't block a sign-out, which deletes the database, or a newer build, which upgrades it.
      opening.result.onversionchange = () => opening.result.close();
      resolve(opening.result);
    };
  });

export const awaitRequest = <T>(request: IDBRequest<T>) =>
  new Promise<T>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(toError(request));
  });

/** Deletes a member's rows and their files. @returns true if other members' rows remain */
const removeMemberRows = (database: IDBDatabase, uid: string) =>
  new Promise<boolean>((resolve, reject) => {
    const stores = [...database.objectStoreNames];
    const transaction = database.transaction(stores, 'readwrite');
    let hasOthers = false;
    for (const name of stores.filter((store) => store !== 'files')) {
      const walk = transaction.objectStore(name).openCursor();
      walk.onsuccess = () => {
        const position = walk.result;
        if (!position) return;
        const row: unknown = position.value;
        const isOwn = typeof row === 'object' && row !== null && Reflect.get(row, 'uid') === uid;
        if (isOwn) position.delete();
        else hasOthers = true;
        if (isOwn && name === 'items') transaction.objectStore('files').delete(position.primaryKey);
        position.continue();
      };
    }
    transaction.oncomplete = () => resolve(hasOthers);
    transaction.onabort = () => reject(new Error('The outbox can’t be cleared'));
  });

/** Without Dexie, because it has to work in any state of the page. Never rejects. */
export async function eraseOutbox(uid: string): Promise<void> {
  try {
    const database = await openExistingDatabase(OUTBOX_NAME);
    const hasOthers = database ? await removeMemberRows(database, uid) : false;
    database?.close();
    if (hasOthers) return;
  } catch {
    // None of the member's data may remain, so the whole outbox is deleted.
  }
  await Promise.allSettled([deleteDatabase(OUTBOX_NAME)]);
}
