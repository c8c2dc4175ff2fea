import { useLiveQuery } from 'dexie-react-hooks';
import { useSyncExternalStore } from 'react';
import { noteRead } from '../core/firstPaint';
import { observable } from '../core/observable';
import { currentUser, session } from '../session/currentSession';
import {
  type MemberDatabase,
  openDatabase as openFor,
  type Opened,
  openInMemory,
  troubleOf,
} from './database';
import { makeRoom } from './retention';

let askedToPersist = false;

/**
 * Asks the browser to keep this site's data when it runs out of room, once for each page: some ask the member, so it is
 * done when they have just saved something here, or use the app as installed. Never rejects.
 */
export function requestPersistence(): void {
  if (askedToPersist || !('storage' in navigator)) return;
  askedToPersist = true;
  void (async () => {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  })().catch(() => undefined);
}

/** True where the app runs as installed. */
export const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches;

const opened = observable<Opened | null>(null);

let opening: { readonly uid: string; readonly result: Promise<Opened> } | undefined;

const openFollowed = (uid: string, broken = false): Promise<Opened> =>
  openFor(
    uid,
    {
      onClosed: (database) => {
        if (opened.get()?.database === database) void replace(uid, openFollowed(uid));
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
  opening?.uid === uid ? (await opening.result).database : replace(uid, openFollowed(uid));

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
async function repairedDatabase(uid: string, failure: unknown): Promise<MemberDatabase> {
  const trouble = troubleOf(failure);
  if (trouble === 'broken') return replace(uid, openFollowed(uid, true));
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
    () => replace(uid, openFollowed(uid)),
    repairedDatabase,
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
function checkDatabase(): void {
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
const useMemberDatabase = (): MemberDatabase | null =>
  useSyncExternalStore(opened.subscribe, () => opened.get()?.database ?? null);

/** False where the browser keeps nothing, as in some private windows: all works, until the page is closed. */
export const useStorageKept = (): boolean =>
  useSyncExternalStore(opened.subscribe, () => opened.get()?.kept ?? true);

/**
 * What `read` finds in the member's database, anew whenever that changes, in any tab. Undefined while it is read, and
 * while a connection that the system closed is opened again. What was read for one member is never shown to the next.
 */
export function useStored<T>(
  read: (database: MemberDatabase) => Promise<T>,
  inputs: readonly unknown[] = [],
): T | undefined {
  const database = useMemberDatabase();
  const found = useLiveQuery(
    () =>
      database
        ? read(database).then(
            (value) => {
              noteRead();
              return { database, value };
            },
            () => {
              checkDatabase();
              return undefined;
            },
          )
        : undefined,
    [database, ...inputs],
  );
  return found?.database === database ? found.value : undefined;
}
