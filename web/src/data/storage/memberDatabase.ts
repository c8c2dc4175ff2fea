import type { DexieOptions } from 'dexie';
import { useLiveQuery } from 'dexie-react-hooks';
import { useSyncExternalStore } from 'react';
import { noteRead } from '../core/firstPaint';
import { observable } from '../core/observable';
import { currentUser, session } from '../auth/currentSession';
import { MemberDatabase } from './database';
import {
  openDatabase,
  type Opened as OpenedDatabase,
  openInMemory,
  troubleOf,
} from './openDatabase';
import { makeRoom } from './eviction';

let askedToPersist = false;

/**
 * Asks the browser to keep this site's data when storage runs low, once per page. Some browsers ask the member, so it
 * is done when they have just saved something, or use the installed app. Never rejects.
 */
export function requestPersistence(): void {
  if (askedToPersist || !('storage' in navigator)) return;
  askedToPersist = true;
  void (async () => {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  })().catch(() => undefined);
}

/** True if the app runs as installed. */
export const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches;

/** An open database of a member. */
interface Opened extends OpenedDatabase<MemberDatabase> {
  readonly uid: string;
}

const opened = observable<Opened | null>(null);

let opening: { readonly uid: string; readonly result: Promise<Opened> } | undefined;

const makeOf = (uid: string) => (options: DexieOptions) => new MemberDatabase(uid, options);

const openFollowed = async (uid: string, broken = false): Promise<Opened> => ({
  uid,
  ...(await openDatabase<MemberDatabase>(
    {
      make: makeOf(uid),
      onClosed: (database) => {
        if (opened.get()?.database === database) void replace(uid, openFollowed(uid));
      },
      onLate: (late) => void replace(uid, Promise.resolve({ uid, ...late })),
      isReplaceable: true,
    },
    broken,
  )),
});

const openForNow = async (uid: string): Promise<Opened> => ({
  uid,
  ...(await openInMemory({ make: makeOf(uid) })),
});

/** Replaces the member's database by `result`. Deletes it if the member has signed out meanwhile. */
async function replace(uid: string, result: Promise<Opened>): Promise<MemberDatabase> {
  const mine = { uid, result };
  opening = mine;
  // Where not even memory is to be had, the next who asks tries again.
  result.catch(() => {
    if (opening === mine) opening = undefined;
  });
  const now = await result;
  if (currentUser()?.id !== uid) await now.database.delete();
  else if (opening === mine) {
    const before = opened.get();
    opened.set(now);
    before?.database.close();
  }
  return now.database;
}

/** The member's database, opened once; in memory if the browser denies storage. */
const memberDatabase = async (uid: string): Promise<MemberDatabase> =>
  opening?.uid === uid ? (await opening.result).database : replace(uid, openFollowed(uid));

/** Opens the database of the signed-in member, and closes that of the previous one. */
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

/** The member has signed out: nothing of theirs is read or stored any more. */
class SignedOutError extends Error {
  override readonly name = 'SignedOutError';
}

/** What failed, and which opening it met: whoever else met that may have replaced it since. */
interface Failed {
  readonly failure: unknown;
  readonly met: typeof opening;
}

/**
 * Runs `work` on what `open` opens. @returns its result, or how the database failed
 * @throws what `work` throws that isn't the database's, and SignedOutError
 */
async function attempt<T>(
  uid: string,
  work: (database: MemberDatabase) => Promise<T>,
  open: () => Promise<MemberDatabase>,
): Promise<{ readonly value: T } | Failed> {
  if (currentUser()?.id !== uid) throw new SignedOutError('The member has signed out');
  const opens = open();
  const met = opening;
  try {
    return { value: await work(await opens) };
  } catch (failure) {
    if (troubleOf(failure) === 'other') throw failure;
    return { failure, met };
  }
}

/** Replaces the opening that failed, unless others have: doing so again would close theirs, and so on for ever. */
const another = ({ met }: Failed, uid: string, result: (uid: string) => Promise<Opened>) =>
  opening === met ? replace(uid, result(uid)) : memberDatabase(uid);

/** The database after what can be done about its failure. */
async function repaired(failed: Failed, uid: string): Promise<MemberDatabase> {
  const trouble = troubleOf(failed.failure);
  if (trouble === 'broken') return another(failed, uid, (one) => openFollowed(one, true));
  const database = await memberDatabase(uid);
  if (trouble === 'full') await makeRoom(database);
  return database;
}

/**
 * Runs `work` on the member's database. Systems close the connections of pages in the background: then it runs on a new
 * one. A full database loses its oldest signals, a broken one is recreated. If that fails too, it runs in memory, and
 * nothing is stored on disk from then on.
 * @throws at once what `work` throws that isn't the database's; what it throws in memory; SignedOutError if the member is no
 * longer signed in
 */
export async function withDatabase<T>(
  uid: string,
  work: (database: MemberDatabase) => Promise<T>,
): Promise<T> {
  const first = await attempt(uid, work, () => memberDatabase(uid));
  if ('value' in first) return first.value;
  const second = await attempt(uid, work, () => another(first, uid, openFollowed));
  if ('value' in second) return second.value;
  const third = await attempt(uid, work, () => repaired(second, uid));
  if ('value' in third) return third.value;
  const last = await attempt(uid, work, () => another(third, uid, openForNow));
  if ('value' in last) return last.value;
  throw last.failure;
}

/** Checks that the member's database still answers; otherwise it is reopened, and all live queries run again. */
function checkDatabase(): void {
  const uid = opened.get()?.uid;
  if (uid !== undefined) withDatabase(uid, ({ meta }) => meta.count()).catch(() => undefined);
}

/** Checks whenever the page is visible again, until `stopped`, as systems close the connections of hidden pages. */
export function checkDatabaseOnReturn(stopped: AbortSignal): void {
  const options = { signal: stopped };
  const onReturn = () => {
    if (!document.hidden) checkDatabase();
  };
  window.addEventListener('pageshow', onReturn, options);
  document.addEventListener('visibilitychange', onReturn, options);
}

/**
 * The state of the member's database: whether it is stored on disk, for all tabs, and whether it replaces another,
 * which may have held more.
 */
interface DatabaseNews {
  readonly kept: boolean;
  readonly isReplaced: boolean;
}

/** Calls `onOpened` for the member's database if it is open, and whenever one is opened. @returns the stop */
export function followDatabase(uid: string, onOpened: (news: DatabaseNews) => void): () => void {
  let before: Opened | null = null;
  const look = () => {
    const now = opened.get();
    if (now?.uid === uid) onOpened({ kept: now.kept, isReplaced: before?.uid === uid });
    before = now;
  };
  look();
  return opened.subscribe(look);
}

/** The signed-in member's database; null until it is open. */
const useMemberDatabase = (): MemberDatabase | null =>
  useSyncExternalStore(opened.subscribe, () => opened.get()?.database ?? null);

/** False if the browser denies storage, as in some private windows: everything works, until the page is closed. */
export const useStorageKept = (): boolean =>
  useSyncExternalStore(opened.subscribe, () => opened.get()?.kept ?? true);

/**
 * The result of `read` on the member's database, updated whenever that changes, in any tab. Undefined while it is read,
 * and while a connection that the system closed is reopened. One member's data is never shown to the next.
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
