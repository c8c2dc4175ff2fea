import { type Feature, canUseFeature } from '@quantalgo/contracts/access/access';
import { shareConcurrent } from '../core/cachedPromise';
import { ignoreExpected } from '../core/faults';
import type { Observable } from '../core/observable';
import { getCurrentUser } from '../auth/currentSession';
import type { MemberDatabase } from '../database/tables';
import { withDatabase } from '../storage/memberDatabase';

const FOLLOWING_POLL_INTERVAL_MS = 10_000;

interface FollowedRoom<After, Answer> {
  readonly feature: Feature;
  readonly mountCount: Observable<number>;
  readonly streamed: Observable<boolean>;
  /** Polling interval (ms) of the tab that has the stream. */
  readonly everyMs: number;
  readonly newest: (database: MemberDatabase) => Promise<After>;
  readonly ask: (after: After) => Promise<Answer>;
  readonly store: (database: MemberDatabase, answer: Answer) => Promise<void>;
}

interface RoomSync {
  readonly sync: (uid: string) => Promise<void>;
  /**
   * Syncs now, at intervals while visible, and when back online. The stream also delivers posts in
   * its own tab.
   */
  readonly follow: (uid: string) => () => void;
}

export function createRoomSync<After, Answer>({
  feature,
  mountCount,
  streamed,
  everyMs,
  newest,
  ask: fetchChanges,
  store,
}: FollowedRoom<After, Answer>): RoomSync {
  const canViewRoom = (uid: string): boolean => {
    const user = getCurrentUser();
    return user?.id === uid && canUseFeature(feature, user);
  };
  const fetchAndStore = async (uid: string) => {
    const answer = await fetchChanges(await withDatabase(uid, newest));
    await withDatabase(uid, async (database) => {
      if (canViewRoom(uid)) await store(database, answer);
    });
  };
  const sync = shareConcurrent((uid) => fetchAndStore(uid).catch(ignoreExpected));
  const follow = (uid: string) => {
    const stopped = new AbortController();
    const { signal } = stopped;
    let syncedAt = -Infinity;
    const syncNow = () => {
      if (document.hidden || !canViewRoom(uid)) return;
      syncedAt = performance.now();
      void sync(uid);
    };
    const syncIfDue = () => {
      if (performance.now() - syncedAt >= (streamed.get() ? everyMs : FOLLOWING_POLL_INTERVAL_MS))
        syncNow();
    };
    mountCount.set(mountCount.get() + 1);
    syncNow();
    const timer = setInterval(syncIfDue, FOLLOWING_POLL_INTERVAL_MS);
    addEventListener('online', syncNow, { signal });
    document.addEventListener('visibilitychange', syncIfDue, { signal });
    return () => {
      mountCount.set(mountCount.get() - 1);
      clearInterval(timer);
      stopped.abort();
    };
  };
  return { sync, follow };
}
