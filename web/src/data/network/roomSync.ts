import { type Feature, mayUse } from '@quantalgo/contracts/access/access';
import { onceAtATime } from '../core/cachedPromise';
import { ignoreExpected } from '../core/faults';
import type { Observable } from '../core/observable';
import { currentUser } from '../auth/currentSession';
import type { MemberDatabase } from '../storage/database';
import { withDatabase } from '../storage/memberDatabase';

/** A tab whose stream another one has asks this often (ms) for what was written. */
const FOLLOWING_MS = 10_000;

/** How a room is followed. */
interface FollowedRoom<After, Answer> {
  /** What opens the room to a member: what an answer brings is stored only while they may see it. */
  readonly feature: Feature;
  /** Number of this page's components that show it: nothing of it is asked for otherwise. */
  readonly shown: Observable<number>;
  /** Whether what is written reaches this tab by its stream. */
  readonly streamed: Observable<boolean>;
  /** How often (ms) a tab with the stream asks for the rest. */
  readonly everyMs: number;
  /** The newest change on this device. */
  readonly newest: (database: MemberDatabase) => Promise<After>;
  /** Asks the server for what changed since. */
  readonly ask: (after: After) => Promise<Answer>;
  readonly store: (database: MemberDatabase, answer: Answer) => Promise<void>;
}

/** What keeps a room in step with the server. */
interface RoomSync {
  /** Asks for what changed, once at a time for each member. Never rejects: what is stored here stays. */
  readonly sync: (uid: string) => Promise<void>;
  /**
   * Syncs while a component shows the room: at once, then now and then while it is in sight, and back online. What is
   * written also comes by the stream in the tab that has it. @returns the stop
   */
  readonly follow: (uid: string) => () => void;
}

/** Keeps a room's rows on this device in step with the server, while a component shows it. */
export function createRoomSync<After, Answer>({
  feature,
  shown,
  streamed,
  everyMs,
  newest,
  ask,
  store,
}: FollowedRoom<After, Answer>): RoomSync {
  const canViewRoom = (uid: string): boolean => {
    const user = currentUser();
    return user?.id === uid && mayUse(feature, user);
  };
  const fetchAndStore = async (uid: string) => {
    const answer = await ask(await withDatabase(uid, newest));
    await withDatabase(uid, async (database) => {
      if (canViewRoom(uid)) await store(database, answer);
    });
  };
  const sync = onceAtATime((uid) => fetchAndStore(uid).catch(ignoreExpected));
  const follow = (uid: string) => {
    const stopped = new AbortController();
    const { signal } = stopped;
    let askedAt = -Infinity;
    const syncNow = () => {
      if (document.hidden || !canViewRoom(uid)) return;
      askedAt = performance.now();
      void sync(uid);
    };
    const syncIfDue = () => {
      if (performance.now() - askedAt >= (streamed.get() ? everyMs : FOLLOWING_MS)) syncNow();
    };
    shown.set(shown.get() + 1);
    syncNow();
    const timer = setInterval(syncIfDue, FOLLOWING_MS);
    addEventListener('online', syncNow, { signal });
    document.addEventListener('visibilitychange', syncIfDue, { signal });
    return () => {
      shown.set(shown.get() - 1);
      clearInterval(timer);
      stopped.abort();
    };
  };
  return { sync, follow };
}
