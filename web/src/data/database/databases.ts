import { awaitRequest, deleteDatabase, listDatabases, openExisting, runTransaction } from './plain';

const DATABASE_PREFIX = 'quantalgo-';

export const getDatabaseName = (uid: string): string => `${DATABASE_PREFIX}${uid}`;

export const OUTBOX_NAME = `${DATABASE_PREFIX}outbox`;

/**
 * Holds the public ledger and the ledger heads that this device saw. Neither is a member's data.
 */
export const LEDGER_NAME = `${DATABASE_PREFIX}ledger`;

export const HEADS_NAME = `${DATABASE_PREFIX}heads`;

/** The refresh token, because workers can't read localStorage. */
export const RENEWAL_ROW = { database: `${DATABASE_PREFIX}session`, key: 'member' } as const;

/**
 * Logout proofs of sessions that were ended offline. They authorise only the end of those
 * sessions.
 */
export const LOGOUTS_ROW = { database: `${DATABASE_PREFIX}logouts`, key: 'waiting' } as const;

export const PUSH_ROW = { database: `${DATABASE_PREFIX}push`, key: 'state' } as const;

export const SHARED_FILE_ROW = { database: `${DATABASE_PREFIX}shared`, key: 'image' } as const;

const RETAINED_AFTER_LOG_OUT: readonly string[] = [
  OUTBOX_NAME,
  LOGOUTS_ROW.database,
  LEDGER_NAME,
  HEADS_NAME,
];

/** Databases that may also exist on a visitor's device. */
const VISITOR_DATABASES: readonly string[] = [PUSH_ROW.database, SHARED_FILE_ROW.database];

const listErasable = async (): Promise<string[]> =>
  (await listDatabases()).filter(
    (name) => name.startsWith(DATABASE_PREFIX) && !RETAINED_AFTER_LOG_OUT.includes(name),
  );

/** Also true if the browser can't list its databases. */
export const hasMember = (): Promise<boolean> =>
  listErasable().then(
    (names) => names.some((name) => !VISITOR_DATABASES.includes(name)),
    () => true,
  );

export async function eraseDatabases(uid: string): Promise<void> {
  const listedNames = await listErasable().catch(() => []);
  const names = new Set([getDatabaseName(uid), RENEWAL_ROW.database, ...listedNames]);
  await Promise.all([...names].map(deleteDatabase));
}

/** Includes the rows' files. @returns true if other members' rows remain */
const removeMemberRows = (database: IDBDatabase, uid: string): Promise<boolean> => {
  const stores = [...database.objectStoreNames];
  return runTransaction(database, stores, 'readwrite', async (transaction) => {
    let hasOthers = false;
    for (const name of stores.filter((store) => store !== 'files')) {
      const store = transaction.objectStore(name);
      for (const key of await awaitRequest(store.getAllKeys())) {
        const row = await awaitRequest<unknown>(store.get(key));
        const isOwn = typeof row === 'object' && row !== null && Reflect.get(row, 'uid') === uid;
        if (!isOwn) hasOthers = true;
        else await awaitRequest(store.delete(key));
        if (isOwn && name === 'items')
          await awaitRequest(transaction.objectStore('files').delete(key));
      }
    }
    return hasOthers;
  });
};

/** Without Dexie, because it must work in any state of the page. Never rejects. */
export async function eraseOutbox(uid: string): Promise<void> {
  try {
    const database = await openExisting(OUTBOX_NAME);
    const hasOthers = database ? await removeMemberRows(database, uid) : false;
    database?.close();
    if (hasOthers) return;
  } catch {
    // None of the member's data may remain, so the whole outbox is deleted.
  }
  await deleteDatabase(OUTBOX_NAME);
}
