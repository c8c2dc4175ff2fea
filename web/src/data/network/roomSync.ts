import { type Feature, canUseFeature } from '@quantalgo/contracts/access/access';
import { shareConcurrent } from '../core/cachedPromise';
import { serverNow } from '../core/clock';
import { ignoreExpected } from '../core/faults';
import { type Observable, observable } from '../core/observable';
import { getCurrentUser } from '../auth/currentSession';
import type { MemberDatabase } from '../database/tables';
import { withDatabase } from '../storage/memberDatabase';

const FOLLOWER_INTERVAL_MS = 10_000;

interface FollowedRoom<After, Changes> {
  readonly feature: Feature;
  readonly mountCount: Observable<number>;
  readonly streamed: Observable<boolean>;
  /** Polling interval (ms) of the tab that has the stream. */
  readonly intervalMs: number;
  readonly readNewest: (database: MemberDatabase) => Promise<After>;
  readonly fetchChanges: (after: After) => Promise<Changes>;
  /** `requestedAt`: epoch ms. */
  readonly store: (
    database: MemberDatabase,
    response: Changes,
    requestedAt: number,
  ) => Promise<void>;
}

interface RoomSync {
  /** True if the latest request failed. */
  readonly hasFailed: Pick<Observable<boolean>, 'get' | 'subscribe'>;
  readonly sync: (uid: string) => Promise<void>;
  /**
   * Syncs now, at intervals while visible, and when back online. In the tab that has it, the stream
   * also delivers posts.
   */
  readonly follow: (uid: string) => () => void;
}

export function createRoomSync<After, Changes>({
  feature,
  mountCount,
  streamed,
  intervalMs,
  readNewest,
  fetchChanges,
  store,
}: FollowedRoom<After, Changes>): RoomSync {
  const canViewRoom = (uid: string): boolean => {
    const user = getCurrentUser();
    return user?.id === uid && canUseFeature(feature, user);
  };
  const fetchAndStore = async (uid: string) => {
    const requestedAt = serverNow();
    const response = await fetchChanges(await withDatabase(uid, readNewest));
    await withDatabase(uid, async (database) => {
      if (canViewRoom(uid)) await store(database, response, requestedAt);
    });
  };
  const hasFailed = observable(false);
  const sync = shareConcurrent((uid) =>
    fetchAndStore(uid).then(
      () => hasFailed.set(false),
      (error: unknown) => {
        hasFailed.set(true);
        ignoreExpected(error);
      },
    ),
  );
  const follow = (uid: string) => {
    const controller = new AbortController();
    const { signal } = controller;
    let syncedAt = -Infinity;
    hasFailed.set(false);
    const syncNow = () => {
      if (document.hidden || !canViewRoom(uid)) return;
      syncedAt = performance.now();
      void sync(uid);
    };
    const syncIfDue = () => {
      if (performance.now() - syncedAt >= (streamed.get() ? intervalMs : FOLLOWER_INTERVAL_MS))
        syncNow();
    };
    mountCount.set(mountCount.get() + 1);
    syncNow();
    const timer = setInterval(syncIfDue, FOLLOWER_INTERVAL_MS);
    addEventListener('online', syncNow, { signal });
    document.addEventListener('visibilitychange', syncIfDue, { signal });
    return () => {
      mountCount.set(mountCount.get() - 1);
      clearInterval(timer);
      controller.abort();
    };
  };
  return { hasFailed, sync, follow };
}
