import { Dexie } from 'dexie';
import { useSyncExternalStore } from 'react';
import { observable } from '../observable';
import { currentUser, session } from '../session/store';
import { MemberDatabase } from './database';

/** The open database of the member signed in; `kept` is false where the browser keeps nothing and it lives in memory. */
interface Opened {
  readonly uid: string;
  readonly database: MemberDatabase;
  readonly kept: boolean;
}

const opened = observable<Opened | null>(null);
let opening: { readonly uid: string; readonly result: Promise<Opened> } | undefined;

async function openInMemory(uid: string): Promise<Opened> {
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb');
  const indexedDB = new IDBFactory();
  // Where it knows of no IndexedDB at all, Dexie runs no live query, on whichever database.
  Dexie.dependencies.indexedDB = indexedDB;
  const database = new MemberDatabase(uid, { indexedDB, IDBKeyRange });
  await database.open();
  return { uid, database, kept: false };
}

async function openKept(uid: string): Promise<Opened> {
  const { indexedDB, IDBKeyRange } = window;
  const database = new MemberDatabase(uid, { indexedDB, IDBKeyRange });
  database.on('close', () => {
    if (opened.get()?.database === database) void replace(uid, openAny(uid));
  });
  await database.open();
  return { uid, database, kept: true };
}

const openAny = (uid: string): Promise<Opened> => openKept(uid).catch(() => openInMemory(uid));

/** Makes `result` the member's database in place of the one before. Of one who has gone meanwhile nothing stays. */
async function replace(uid: string, result: Promise<Opened>): Promise<MemberDatabase> {
  const mine = { uid, result };
  opening = mine;
  const now = await result;
  if (currentUser()?.id !== uid) await now.database.delete();
  else if (opening === mine) {
    const before = opened.get();
    opened.set(now);
    before?.database.close();
  }
  return now.database;
}

/** The database of the member, opened once; in memory where the browser has none to give. */
const memberDatabase = async (uid: string): Promise<MemberDatabase> =>
  opening?.uid === uid ? (await opening.result).database : replace(uid, openAny(uid));

/** Opens the database of whoever is signed in, and closes that of whoever no longer is. */
function follow(): void {
  const uid = currentUser()?.id;
  const before = opened.get();
  if (before && before.uid !== uid) {
    opened.set(null);
    before.database.close();
  }
  if (uid === undefined) opening = undefined;
  else void memberDatabase(uid);
}
follow();
session.subscribe(follow);

/**
 * Does `work` on the member's database. Systems close the connections of pages in the background: then it is done on a
 * new one. Where that fails too (no room left, denied) it is done in memory, and nothing is kept from then on.
 * @throws what `work` throws in memory, or when the member is no longer signed in.
 */
export async function withDatabase<T>(
  uid: string,
  work: (database: MemberDatabase) => Promise<T>,
): Promise<T> {
  const ways = [
    () => memberDatabase(uid),
    () => replace(uid, openAny(uid)),
    () => replace(uid, openInMemory(uid)),
  ];
  let failure: unknown;
  for (const database of ways) {
    if (currentUser()?.id !== uid) break;
    try {
      return await work(await database());
    } catch (error) {
      failure = error;
    }
  }
  throw new Error('Nothing can be stored', { cause: failure });
}

/** The open database of the member signed in; null until it is open. */
export const useMemberDatabase = (): MemberDatabase | null =>
  useSyncExternalStore(opened.subscribe, () => opened.get()?.database ?? null);

/** False where the browser keeps nothing, as in some private windows: all works, until the page is closed. */
export const useStorageKept = (): boolean =>
  useSyncExternalStore(opened.subscribe, () => opened.get()?.kept ?? true);
