import { Dexie } from 'dexie';
import { MemberDatabase } from './database';
import { troubleOf } from './trouble';

/** An open database of a member; `kept` is false where the browser keeps nothing and it lives in memory. */
export interface Opened {
  readonly uid: string;
  readonly database: MemberDatabase;
  readonly kept: boolean;
}

/** What is told of a kept database after it was opened. */
interface Told {
  /** The system closed it. */
  readonly onClosed: (database: MemberDatabase) => void;
  /** It opened after all, long after memory took its place. */
  readonly onLate: (opened: Opened) => void;
}

/** A tab of an older build that does not let go of the database is waited for so long (ms), then memory has to do. */
const LET_GO_WITHIN_MS = 3000;

/** Opens a database that ends with the page. */
export async function openInMemory(uid: string): Promise<Opened> {
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb');
  const indexedDB = new IDBFactory();
  // Where it knows of no IndexedDB at all, Dexie runs no live query, on whichever database.
  Dexie.dependencies.indexedDB = indexedDB;
  const database = new MemberDatabase(uid, { indexedDB, IDBKeyRange });
  await database.open();
  return { uid, database, kept: false };
}

/** Rejects once another connection has held up this one for too long. */
const heldUp = (database: MemberDatabase) =>
  new Promise<never>((_, reject) => {
    database.on('blocked', () => {
      setTimeout(() => reject(new Error('Another tab holds the database')), LET_GO_WITHIN_MS);
    });
  });

async function openKept(uid: string, { onClosed, onLate }: Told): Promise<Opened> {
  const { indexedDB, IDBKeyRange } = window;
  const database = new MemberDatabase(uid, { indexedDB, IDBKeyRange });
  database.on('close', () => onClosed(database));
  const opened = { uid, database, kept: true };
  const opening = Promise.resolve(database.open());
  try {
    await Promise.race([opening, heldUp(database)]);
  } catch (error) {
    opening.then(
      () => onLate(opened),
      () => undefined,
    );
    throw error;
  }
  return opened;
}

/** Begins anew in place of a database that is broken: all that was in it is with the server. */
async function openEmptied(uid: string, told: Told): Promise<Opened> {
  const { indexedDB, IDBKeyRange } = window;
  await new MemberDatabase(uid, { indexedDB, IDBKeyRange }).delete();
  return openKept(uid, told);
}

/** Opens what the browser keeps, deleting it first when it is `broken`; what it can't give is in memory. */
export async function openAny(uid: string, told: Told, broken = false): Promise<Opened> {
  const open = broken ? openEmptied : openKept;
  try {
    return await open(uid, told);
  } catch (error) {
    const trouble = troubleOf(error);
    const again = trouble === 'lost' ? openKept : trouble === 'broken' ? openEmptied : openInMemory;
    return again(uid, told).catch(() => openInMemory(uid));
  }
}
