import { databaseName, isMemberDatabase, OUTBOX_NAME } from './names';

/** Deletes a database. Connections to it close when they are told so; one that does not is waited for by the browser. */
const erase = (name: string) =>
  new Promise<void>((resolve) => {
    const request = indexedDB.deleteDatabase(name);
    request.onsuccess = request.onerror = request.onblocked = () => resolve();
  });

/** Names of the member's databases that are there; older browsers can't list them. */
async function leftovers(): Promise<string[]> {
  try {
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    return names.filter(isMemberDatabase);
  } catch {
    return [];
  }
}

/**
 * Deletes what this device keeps of the member, and of any other whose session broke off. Settles when that is done;
 * never rejects.
 */
export async function eraseDatabases(uid: string): Promise<void> {
  const names = new Set([databaseName(uid), ...(await leftovers())]);
  await Promise.allSettled([...names].map(erase));
}

/** Deletes what waits to be sent. Settles when that is done; never rejects. */
export async function eraseOutbox(): Promise<void> {
  await Promise.allSettled([erase(OUTBOX_NAME)]);
}
