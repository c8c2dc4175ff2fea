import type { DexieOptions } from 'dexie';
import { useLiveQuery } from 'dexie-react-hooks';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { markFirstRead } from '../core/firstPaint';
import { observable } from '../core/observable';
import { useOnline } from '../core/useOnline';
import { isPageVisible, subscribeToVisibility } from '../core/visibility';
import { getCurrentUser, session } from '../auth/currentSession';
import { MemberDatabase } from '../database/tables';
import {
  openDatabase,
  type Opened as OpenedDatabase,
  openInMemory,
  classifyTrouble,
} from '../database/dexie';
import { makeRoom } from './eviction';

let persistenceRequested = false;

/**
 * Requested once per page. Some browsers prompt the member, so call it when they have just saved
 * something or use the installed app. Never rejects.
 */
export function requestPersistence(): void {
  if (persistenceRequested || !('storage' in navigator)) return;
  persistenceRequested = true;
  void (async () => {
    if (!(await navigator.storage.persisted())) await navigator.storage.persist();
  })().catch(() => undefined);
}

export const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches;

interface Opened extends OpenedDatabase<MemberDatabase> {
  readonly uid: string;
}

const opened = observable<Opened | null>(null);

let opening: { readonly uid: string; readonly result: Promise<Opened> } | undefined;

const createFactory = (uid: string) => (options: DexieOptions) => new MemberDatabase(uid, options);

const openWatched = async (uid: string, broken = false): Promise<Opened> => ({
  uid,
  ...(await openDatabase<MemberDatabase>(
    {
      make: createFactory(uid),
      onClosed: (database) => {
        if (opened.get()?.database === database) void replace(uid, openWatched(uid));
      },
      onLate: (late) => void replace(uid, Promise.resolve({ uid, ...late })),
      isReplaceable: true,
    },
    broken,
  )),
});

const openTemporary = async (uid: string): Promise<Opened> => ({
  uid,
  ...(await openInMemory({ make: createFactory(uid) })),
});

/** Deletes the new database if the member has logged out in the meantime. */
async function replace(uid: string, result: Promise<Opened>): Promise<MemberDatabase> {
  const entry = { uid, result };
  opening = entry;
  // If even an in-memory database fails, the next caller tries again.
  result.catch(() => {
    if (opening === entry) opening = undefined;
  });
  const current = await result;
  if (getCurrentUser()?.id !== uid) await current.database.delete();
  else if (opening === entry) {
    const previous = opened.get();
    opened.set(current);
    previous?.database.close();
  }
  return current.database;
}

const getMemberDatabase = async (uid: string): Promise<MemberDatabase> =>
  opening?.uid === uid ? (await opening.result).database : replace(uid, openWatched(uid));

function switchDatabase(): void {
  const uid = getCurrentUser()?.id;
  const previous = opened.get();
  if (previous && previous.uid !== uid) {
    opened.set(null);
    previous.database.close();
  }
  if (uid === undefined) opening = undefined;
  else void getMemberDatabase(uid);
}

switchDatabase();

session.subscribe(switchDatabase);

class LoggedOutError extends Error {
  override readonly name = 'LoggedOutError';
}

/** `failedOpening`: the opening that failed. Another caller may have replaced it since. */
interface FailedAttempt {
  readonly failure: unknown;
  readonly failedOpening: typeof opening;
}

async function attempt<T>(
  uid: string,
  work: (database: MemberDatabase) => Promise<T>,
  open: () => Promise<MemberDatabase>,
): Promise<{ readonly value: T } | FailedAttempt> {
  if (getCurrentUser()?.id !== uid) throw new LoggedOutError('The member has logged out');
  const connection = open();
  const failedOpening = opening;
  try {
    return { value: await work(await connection) };
  } catch (failure) {
    if (classifyTrouble(failure) === 'other') throw failure;
    return { failure, failedOpening };
  }
}

/**
 * Replaces the failed opening unless another caller already has: replacing that one would loop
 * forever.
 */
const reopen = (
  { failedOpening }: FailedAttempt,
  uid: string,
  result: (uid: string) => Promise<Opened>,
) => (opening === failedOpening ? replace(uid, result(uid)) : getMemberDatabase(uid));

async function repair(failed: FailedAttempt, uid: string): Promise<MemberDatabase> {
  const trouble = classifyTrouble(failed.failure);
  if (trouble === 'broken') return reopen(failed, uid, (owner) => openWatched(owner, true));
  const database = await getMemberDatabase(uid);
  if (trouble === 'full') await makeRoom(database);
  return database;
}

/**
 * Runs `work`, and retries it on a new connection, because systems close connections of background
 * pages. A full database loses its oldest signals, and a broken one is recreated. The last resort
 * is an in-memory database. Rethrows errors of `work` that the database didn't cause, and any error
 * in memory.
 * @throws LoggedOutError if the member is no longer logged in
 */
export async function withDatabase<T>(
  uid: string,
  work: (database: MemberDatabase) => Promise<T>,
): Promise<T> {
  const first = await attempt(uid, work, () => getMemberDatabase(uid));
  if ('value' in first) return first.value;
  const second = await attempt(uid, work, () => reopen(first, uid, openWatched));
  if ('value' in second) return second.value;
  const third = await attempt(uid, work, () => repair(second, uid));
  if ('value' in third) return third.value;
  const last = await attempt(uid, work, () => reopen(third, uid, openTemporary));
  if ('value' in last) return last.value;
  throw last.failure;
}

function checkDatabase(): void {
  const uid = opened.get()?.uid;
  if (uid !== undefined) withDatabase(uid, ({ meta }) => meta.count()).catch(() => undefined);
}

export function checkDatabaseOnReturn(signal: AbortSignal): void {
  const options = { signal };
  const onReturn = () => {
    if (!document.hidden) checkDatabase();
  };
  window.addEventListener('pageshow', onReturn, options);
  document.addEventListener('visibilitychange', onReturn, options);
}

/**
 * `isPersisted`: stored on disk, for all tabs. `isReplaced`: replaces a database that may have
 * contained more data.
 */
interface DatabaseNews {
  readonly isPersisted: boolean;
  readonly isReplaced: boolean;
}

export function followDatabase(uid: string, onOpened: (news: DatabaseNews) => void): () => void {
  let previous: Opened | null = null;
  const report = () => {
    const current = opened.get();
    if (current?.uid === uid)
      onOpened({ isPersisted: current.isPersisted, isReplaced: previous?.uid === uid });
    previous = current;
  };
  report();
  return opened.subscribe(report);
}

const useMemberDatabase = (): MemberDatabase | null =>
  useSyncExternalStore(opened.subscribe, () => opened.get()?.database ?? null);

export const useStoragePersisted = (): boolean =>
  useSyncExternalStore(opened.subscribe, () => opened.get()?.isPersisted ?? true);

/**
 * Reruns the query when the database changes, in any tab. Undefined while loading, and while a
 * closed connection is reopened. Never returns the previous member's data.
 */
export function useStored<T>(
  query: (database: MemberDatabase) => Promise<T>,
  inputs: readonly unknown[] = [],
): T | undefined {
  const database = useMemberDatabase();
  const result = useLiveQuery(
    () =>
      database
        ? query(database).then(
            (value) => {
              markFirstRead();
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
  return result?.database === database ? result.value : undefined;
}

/** A server that doesn't answer in this time mustn't hide the screen. */
const MAX_WAIT_MS = 8000;

/** Hidden pages request nothing, so they don't count as waiting. */
function useHasWaited(): boolean {
  const [hasWaited, setHasWaited] = useState(false);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restart = () => {
      clearTimeout(timer);
      if (isPageVisible()) timer = setTimeout(() => setHasWaited(true), MAX_WAIT_MS);
    };
    restart();
    const unsubscribe = subscribeToVisibility(restart);
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, []);
  return hasWaited;
}

/**
 * True while a device that has none of a screen's data waits for it. Until then, screens show a
 * placeholder of their height, because the data would push content down.
 *
 * @param stored undefined while it is being read, null if this device has none
 */
export function useFirstLoad(stored: unknown, hasFailed = false): boolean {
  const online = useOnline();
  const hasWaited = useHasWaited();
  const [isOver, setOver] = useState(false);
  const isWaiting = stored === null && online && !hasFailed && !hasWaited && !isOver;
  // Once the screen has been shown, it isn't hidden again.
  if (stored !== undefined && !isWaiting && !isOver) setOver(true);
  return isWaiting;
}
