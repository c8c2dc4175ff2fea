const PREFIX = 'quantalgo-';

/** Name of the IndexedDB database that holds what one member received. */
export const databaseName = (uid: string): string => `${PREFIX}${uid}`;

/** Name of the IndexedDB database that holds what members want sent. It outlives a session that expired. */
export const OUTBOX_NAME = `${PREFIX}outbox`;

/** Names of the databases that hold the public ledger and the heads of it that this device saw: nobody's own. */
export const LEDGER_NAME = `${PREFIX}ledger`;

export const HEADS_NAME = `${PREFIX}heads`;

const NOT_OF_A_MEMBER: readonly string[] = [OUTBOX_NAME, LEDGER_NAME, HEADS_NAME];

/** True for every database that holds something that a member received. */
const isMemberDatabase = (name: string): boolean =>
  name.startsWith(PREFIX) && !NOT_OF_A_MEMBER.includes(name);

/** Deletes a database. Connections to it close when they are told so; one that does not is waited for by the browser. */
const deleteDatabase = (name: string) =>
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
  await Promise.allSettled([...names].map(deleteDatabase));
}

/** Deletes what waits to be sent. Settles when that is done; never rejects. */
export async function eraseOutbox(): Promise<void> {
  await Promise.allSettled([deleteDatabase(OUTBOX_NAME)]);
}
