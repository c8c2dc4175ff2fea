import { Dexie, type DexieOptions, type Table } from 'dexie';
import { observable } from '../core/observable';
import { currentUser } from '../session/currentSession';
import { makeRoom } from '../storage/retention';
import { type TableAccess, troubleOf } from '../storage/database';
import { withDatabase } from '../storage/memberDatabase';
import { OUTBOX_NAME } from '../core/databases';

/** What each table of the outbox needs: all is its member's own, whatever access they have. */
export const OUTBOX_ACCESS = {
  items: 'own',
  files: 'own',
  drafts: 'own',
  setupDrafts: 'own',
} as const satisfies Readonly<Record<string, TableAccess>>;

/** What waits to be sent: a database of its own, which tells of a commit only when the bytes are on the disk. */
export class OutboxDatabase extends Dexie {
  /** Rows are read by a schema: an older client may have written them. */
  declare readonly items: Table<{ readonly id: string }, string>;
  declare readonly files: Table<{ readonly id: string }, string>;
  /** What a member chose to send and has not sent: one file for each, as a proof of their trader ID. */
  declare readonly drafts: Table<{ readonly uid: string }, string>;
  /** The same of the account setup. */
  declare readonly setupDrafts: Table<{ readonly uid: string }, string>;

  constructor(options: DexieOptions = {}) {
    super(OUTBOX_NAME, { chromeTransactionDurability: 'strict', ...options });
    this.version(1).stores({ items: 'id, uid', files: 'id' });
    this.version(2).stores({ drafts: 'uid' });
    this.version(3).stores({ setupDrafts: 'uid' });
  }
}

interface Opened {
  readonly database: OutboxDatabase;
  /** False where the browser keeps nothing, and items live until the page closes. */
  readonly kept: boolean;
}

async function openInMemory(): Promise<Opened> {
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb');
  const indexedDB = new IDBFactory();
  // Where it knows of no IndexedDB at all, Dexie runs no live query, on whichever database.
  Dexie.dependencies.indexedDB = indexedDB;
  const database = new OutboxDatabase({ indexedDB, IDBKeyRange });
  await database.open();
  return { database, kept: false };
}

/** A tab of an older build that does not let go of the outbox is waited for so long (ms). */
const LET_GO_WITHIN_MS = 3000;

async function openKept(): Promise<Opened> {
  const { indexedDB, IDBKeyRange } = window;
  const database = new OutboxDatabase({ indexedDB, IDBKeyRange });
  const heldUp = new Promise<never>((_, reject) => {
    database.on('blocked', () => {
      setTimeout(() => reject(new Error('Another tab holds the outbox')), LET_GO_WITHIN_MS);
    });
  });
  await Promise.race([database.open(), heldUp]);
  return { database, kept: true };
}

/** The outbox once it is open. */
export const opened = observable<Opened | null>(null);

async function open(): Promise<Opened> {
  const result = await openKept().catch(openInMemory);
  opened.set(result);
  return result;
}

let opening: Promise<Opened> | undefined;

/** The outbox of this browser. Dexie opens it again by itself after the system or a sign-out closed it. */
export const openOutbox = (): Promise<Opened> => (opening ??= open());

/** Cached signals make room for what a member entered: they come again, it does not. */
async function giveWay(): Promise<void> {
  const uid = currentUser()?.id;
  if (uid !== undefined) await withDatabase(uid, makeRoom);
}

/**
 * Does `work` on the outbox: once more on a new connection where the system took the one it had, and once more after
 * room was made where there was none. What is in it is never deleted for its database's sake.
 * @throws what `work` throws then
 */
export async function withOutbox<T>(
  work: (database: OutboxDatabase, kept: boolean) => Promise<T>,
): Promise<T> {
  const { database, kept } = await openOutbox();
  try {
    return await work(database, kept);
  } catch (error) {
    const trouble = troubleOf(error);
    if (trouble === 'full') await giveWay();
    else if (trouble === 'lost') database.close({ disableAutoOpen: false });
    else throw error;
    return work(database, kept);
  }
}
