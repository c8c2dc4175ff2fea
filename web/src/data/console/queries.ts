import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { serverNow, useNow } from '../core/clock';
import { observable } from '../core/observable';
import { useOnline } from '../core/useOnline';
import { refreshMember, renewClaims } from '../auth/access';
import { currentUser, session } from '../auth/currentSession';
import { ApiError, apiErrorText, type FailureText } from '../auth/errors';
import { askForFactor, factorAsked } from './secondFactor';

/**
 * Runs a call that requires staff. If the server requires the second factor, it runs again once that was presented.
 * After another 403, the member and their token are renewed, so that somebody who is no longer staff leaves the
 * console.
 */
export async function asStaff<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const why = factorAsked(error);
      if (why !== null && (await askForFactor(why))) continue;
      // Without the refusal's code, so that the member isn't asked again.
      if (why !== null) throw new ApiError(NOT_SHOWN, 403);
      if (error instanceof ApiError && error.status === 403 && (await refreshMember()))
        void renewClaims();
      throw error;
    }
  }
}

const NOT_SHOWN = 'This needs your second factor: nothing was done.';

/** The server's answer and its time (epoch ms, server clock). */
interface CachedResult<T> {
  readonly value: T;
  readonly at: number;
}

/** Answers displayed to staff, by query key: stored in this page's memory only. */
interface QueryCache<T> {
  readonly get: (queryKey: string) => CachedResult<T> | undefined;
  readonly set: (queryKey: string, seen: CachedResult<T>) => void;
  readonly subscribe: (onChange: () => void) => () => void;
}

const staffId = () => {
  const user = currentUser();
  return user?.staff === true ? user.id : null;
};

/** A {@link QueryCache}, which is cleared once its member signs out or is no longer staff. */
export function createQueryCache<T>(): QueryCache<T> {
  const kept = observable<ReadonlyMap<string, CachedResult<T>>>(new Map());
  let owner = staffId();
  session.subscribe(() => {
    if (staffId() === owner) return;
    owner = staffId();
    kept.set(new Map());
  });
  return {
    get: (queryKey) => kept.get().get(queryKey),
    set: (queryKey, seen) => {
      if (staffId() !== null) kept.set(new Map(kept.get()).set(queryKey, seen));
    },
    subscribe: kept.subscribe,
  };
}

/** How far a question has come: `idle` where there is none; `failure` is a message for the screen. */
type Progress =
  | { readonly status: 'idle' | 'loading' | 'ready' }
  | { readonly status: 'failed'; readonly failure: string };

/** State of a question of the console to the server, for a screen that shows its answer. */
export type ShownAnswer<T = unknown> = Progress & {
  /** The last answer with its age; undefined before the first. */
  readonly seen: CachedResult<T> | undefined;
  readonly refetch: () => void;
};

/** The same, for one that also changes what it shows. */
export type StaffQuery<T> = ShownAnswer<T> & {
  /** Applies a later answer that concerns a part of this one. */
  readonly update: (change: (value: T) => T) => void;
  /** Asks again without showing it, so that nothing on the screen moves unless the answer differs. */
  readonly poll: () => void;
};

const IDLE = { status: 'idle' } as const;

/**
 * Asks the server when the key changes, when the network is back, and on request; shows the last answer meanwhile,
 * and offline.
 * @param queryKey null: nothing is asked
 * @param ask fetches the answer; called only as described, even if its closure changes
 */
export function useStaffQuery<T>(
  cache: QueryCache<T>,
  queryKey: string | null,
  ask: () => Promise<T>,
  words: FailureText,
): StaffQuery<T> {
  const online = useOnline();
  const [round, setRound] = useState(0);
  const [progress, setProgress] = useState<Progress>({ status: 'loading' });
  const seen = useSyncExternalStore(cache.subscribe, () =>
    queryKey === null ? undefined : cache.get(queryKey),
  );
  const how = useRef({ ask, words });
  useEffect(() => {
    how.current = { ask, words };
  });

  useEffect(() => {
    if (queryKey === null) return;
    let current = true;
    const run = async () => {
      setProgress({ status: 'loading' });
      try {
        const value = await asStaff(how.current.ask);
        if (!current) return;
        cache.set(queryKey, { value, at: serverNow() });
        setProgress({ status: 'ready' });
      } catch (error) {
        const failure = apiErrorText(error, how.current.words);
        if (current) setProgress({ status: 'failed', failure });
      }
    };
    void run();
    return () => {
      current = false;
    };
  }, [cache, queryKey, round, online]);

  const refetch = useCallback(() => setRound((before) => before + 1), []);
  const updates = useRef(0);
  const update = useCallback(
    (change: (value: T) => T) => {
      if (queryKey === null) return;
      updates.current += 1;
      const before = cache.get(queryKey);
      if (before) cache.set(queryKey, { ...before, value: change(before.value) });
    },
    [cache, queryKey],
  );
  const pollingKey = useRef<string | null>(null);
  const poll = useCallback(() => {
    if (queryKey === null || pollingKey.current === queryKey) return;
    pollingKey.current = queryKey;
    const started = updates.current;
    void how.current
      .ask()
      .then((value) => {
        // An answer from before an update would undo it.
        if (updates.current === started) cache.set(queryKey, { value, at: serverNow() });
      })
      .catch((error: unknown) => {
        // Asked visibly, where the second factor can be shown. Other failures are left to the next poll.
        if (error instanceof ApiError && error.status === 403) refetch();
      })
      .finally(() => {
        pollingKey.current = null;
      });
  }, [cache, queryKey, refetch]);
  return { ...(queryKey === null ? IDLE : progress), seen, refetch, update, poll };
}

/** A new submission shows in an open queue within five seconds. The interval divides those of other watchers. */
const QUEUE_POLL_MS = 3000;

/** Polls every few seconds while the page is visible and online. Stops at a failure that the screen shows. */
export function usePolling<T>(query: StaffQuery<T>, isOn = true): StaffQuery<T> {
  const { poll, status } = query;
  const online = useOnline();
  const tick = useNow(QUEUE_POLL_MS);
  const lastTick = useRef(tick);
  const isReady = isOn && online && status === 'ready';
  useEffect(() => {
    if (!isReady || lastTick.current === tick) return;
    lastTick.current = tick;
    poll();
  }, [isReady, tick, poll]);
  return query;
}

const REFRESH_MS = 60_000;

/** Asks again every minute while the page is visible, as others work on the same list. */
export function useAutoRefresh<T>(query: StaffQuery<T>): StaffQuery<T> {
  const { refetch } = query;
  const isLoading = query.status === 'loading';
  const minute = useNow(REFRESH_MS);
  const asked = useRef(minute);
  useEffect(() => {
    if (isLoading || asked.current === minute) return;
    asked.current = minute;
    refetch();
  }, [isLoading, minute, refetch]);
  return query;
}
