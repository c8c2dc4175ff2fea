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

/** A database that lives as long as the page, for browsers that deny IndexedDB. */
async function openInMemory(uid: string): Promise<Opened> {
  const { IDBFactory, IDBKeyRange } = await import('fake-indexeddb');
  const database = new MemberDatabase(uid, { indexedDB: new IDBFactory(), IDBKeyRange });
  await database.open();
  return { uid, database, kept: false };
}

async function openKept(uid: string): Promise<Opened> {
  const database = new MemberDatabase(uid);
  database.on('close', () => reopen(uid, database));
  await database.open();
  return { uid, database, kept: true };
}

/** Systems close connections of pages in the background; that is no corruption: a second try opens another one. */
const open = (uid: string): Promise<Opened> =>
  openKept(uid)
    .catch(() => openKept(uid))
    .catch(() => openInMemory(uid));

function reopen(uid: string, lost: MemberDatabase): void {
  if (opened.get()?.database !== lost || currentUser()?.id !== uid) return;
  opening = undefined;
  void memberDatabase(uid);
}

/** The database of the member, opened once; in memory where the browser has none to give. */
export async function memberDatabase(uid: string): Promise<MemberDatabase> {
  if (opening?.uid !== uid) opening = { uid, result: open(uid) };
  const mine = opening;
  const result = await mine.result;
  if (opening === mine && currentUser()?.id === uid) opened.set(result);
  return result.database;
}

/** Opens the database of whoever is signed in, and closes that of whoever no longer is. */
function follow(): void {
  const uid = currentUser()?.id;
  const before = opened.get();
  if (before && before.uid !== uid) {
    before.database.close();
    opened.set(null);
  }
  if (uid === undefined) opening = undefined;
  else void memberDatabase(uid);
}
follow();
session.subscribe(follow);

/** The open database of the member signed in; null until it is open. */
export const useMemberDatabase = (): MemberDatabase | null =>
  useSyncExternalStore(opened.subscribe, () => opened.get()?.database ?? null);

/** False where the browser keeps nothing, as in some private windows: all works, until the page is closed. */
export const useStorageKept = (): boolean =>
  useSyncExternalStore(opened.subscribe, () => opened.get()?.kept ?? true);
