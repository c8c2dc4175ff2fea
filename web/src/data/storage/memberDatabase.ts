import { useSyncExternalStore } from 'react';
import { observable } from '../observable';
import { currentUser, session } from '../session/store';
import { makeRoom } from '../signals/retention';
import type { MemberDatabase } from './database';
import { openAny as openFor, openInMemory, type Opened } from './opening';
import { troubleOf } from './trouble';

const opened = observable<Opened | null>(null);
let opening: { readonly uid: string; readonly result: Promise<Opened> } | undefined;

const openAny = (uid: string, broken = false): Promise<Opened> =>
  openFor(
    uid,
    {
      onClosed: (database) => {
        if (opened.get()?.database === database) void replace(uid, openAny(uid));
      },
      onLate: (late) => void replace(uid, Promise.resolve(late)),
    },
    broken,
  );

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

/** A database on which what failed may succeed: with room in it, or begun anew. */
async function mended(uid: string, failure: unknown): Promise<MemberDatabase> {
  const trouble = troubleOf(failure);
  if (trouble === 'broken') return replace(uid, openAny(uid, true));
  const database = await memberDatabase(uid);
  if (trouble === 'full') await makeRoom(database);
  return database;
}

/**
 * Does `work` on the member's database. Systems close the connections of pages in the background: then it is done on a
 * new one. One that is full is relieved of its oldest signals, one that is broken begun anew. Where that fails too it is
 * done in memory, and nothing is kept from then on.
 * @throws what `work` throws in memory, or when the member is no longer signed in.
 */
export async function withDatabase<T>(
  uid: string,
  work: (database: MemberDatabase) => Promise<T>,
): Promise<T> {
  const ways = [
    memberDatabase,
    () => replace(uid, openAny(uid)),
    mended,
    () => replace(uid, openInMemory(uid)),
  ];
  let failure: unknown;
  for (const database of ways) {
    if (currentUser()?.id !== uid) break;
    try {
      return await work(await database(uid, failure));
    } catch (error) {
      failure = error;
    }
  }
  throw new Error('Nothing can be stored', { cause: failure });
}

/** Looks whether the member's database still answers; one that doesn't is opened anew, and whoever reads it reads again. */
export function checkDatabase(): void {
  const uid = opened.get()?.uid;
  if (uid !== undefined) withDatabase(uid, ({ meta }) => meta.count()).catch(() => undefined);
}

/** Looks whenever the page is seen again, until `stopped`: systems take the connections of hidden ones. */
export function checkDatabaseOnReturn(stopped: AbortSignal): void {
  const options = { signal: stopped };
  const onReturn = () => {
    if (!document.hidden) checkDatabase();
  };
  window.addEventListener('pageshow', onReturn, options);
  document.addEventListener('visibilitychange', onReturn, options);
}

/** Calls `onReplaced` whenever another database takes the place of the member's, which may hold less. Returns the stop. */
export function followDatabase(uid: string, onReplaced: () => void): () => void {
  let before = opened.get();
  return opened.subscribe(() => {
    const now = opened.get();
    if (before?.uid === uid && now?.uid === uid) onReplaced();
    before = now;
  });
}

/** The open database of the member signed in; null until it is open. */
export const useMemberDatabase = (): MemberDatabase | null =>
  useSyncExternalStore(opened.subscribe, () => opened.get()?.database ?? null);

/** False where the browser keeps nothing, as in some private windows: all works, until the page is closed. */
export const useStorageKept = (): boolean =>
  useSyncExternalStore(opened.subscribe, () => opened.get()?.kept ?? true);
