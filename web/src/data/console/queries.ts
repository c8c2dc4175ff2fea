import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { serverNow, useNow } from '../core/clock';
import { observable } from '../core/observable';
import { useOnline } from '../core/useOnline';
import { refreshMember, renewClaims } from '../auth/access';
import { getCurrentUser, session } from '../auth/currentSession';
import { ApiError, describeFailure, type FailureText } from '../core/errors';
import { requestFactor, getFactorReason } from './secondFactor';

/**
 * Runs a staff call, and retries it after the second factor if the server requires one. Another 403 refreshes
 * the member and their token, so that former staff leave the console.
 */
export async function runAsStaff<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const why = getFactorReason(error);
      if (why !== null && (await requestFactor(why))) continue;
      // Without the refusal's code, so that the member isn't prompted again.
      if (why !== null) throw new ApiError(FACTOR_REFUSED, 403);
      if (error instanceof ApiError && error.status === 403 && (await refreshMember()))
        void renewClaims();
      throw error;
    }
  }
}

const FACTOR_REFUSED = 'This needs your second factor: nothing was done.';

/** `at`: epoch ms, server clock. */
interface CachedResult<T> {
  readonly value: T;
  readonly at: number;
}

interface QueryCache<T> {
  readonly get: (queryKey: string) => CachedResult<T> | undefined;
  readonly set: (queryKey: string, result: CachedResult<T>) => void;
  readonly subscribe: (onChange: () => void) => () => void;
}

const getStaffId = () => {
  const user = getCurrentUser();
  return user?.staff === true ? user.id : null;
};

export function createQueryCache<T>(): QueryCache<T> {
  const results = observable<ReadonlyMap<string, CachedResult<T>>>(new Map());
  let owner = getStaffId();
  session.subscribe(() => {
    if (getStaffId() === owner) return;
    owner = getStaffId();
    results.set(new Map());
  });
  return {
    get: (queryKey) => results.get().get(queryKey),
    set: (queryKey, result) => {
      if (getStaffId() !== null) results.set(new Map(results.get()).set(queryKey, result));
    },
    subscribe: results.subscribe,
  };
}

type Progress =
  | { readonly status: 'idle' | 'loading' | 'ready' }
  | { readonly status: 'failed'; readonly failure: string };

export type QueryState<T = unknown> = Progress & {
  readonly seen: CachedResult<T> | undefined;
  readonly refetch: () => void;
};

export type StaffQuery<T> = QueryState<T> & {
  readonly update: (change: (value: T) => T) => void;
  readonly poll: () => void;
};

const IDLE = { status: 'idle' } as const;

/**
 * Fetches when the key changes, when back online, and on request; shows the last answer in the meantime, and
 * offline.
 * @param queryKey null: nothing is fetched
 * @param ask called only as described, even if its closure changes
 */
export function useStaffQuery<T>(
  cache: QueryCache<T>,
  queryKey: string | null,
  fetchAnswer: () => Promise<T>,
  words: FailureText,
): StaffQuery<T> {
  const online = useOnline();
  const [round, setRound] = useState(0);
  const [progress, setProgress] = useState<Progress>({ status: 'loading' });
  const result = useSyncExternalStore(cache.subscribe, () =>
    queryKey === null ? undefined : cache.get(queryKey),
  );
  const latest = useRef({ ask: fetchAnswer, words });
  useEffect(() => {
    latest.current = { ask: fetchAnswer, words };
  });

  useEffect(() => {
    if (queryKey === null) return;
    let current = true;
    const run = async () => {
      setProgress({ status: 'loading' });
      try {
        const value = await runAsStaff(latest.current.ask);
        if (!current) return;
        cache.set(queryKey, { value, at: serverNow() });
        setProgress({ status: 'ready' });
      } catch (error) {
        const failure = describeFailure(error, latest.current.words);
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
    void latest.current
      .ask()
      .then((value) => {
        // An answer from before an update would undo it.
        if (updates.current === started) cache.set(queryKey, { value, at: serverNow() });
      })
      .catch((error: unknown) => {
        // Refetch visibly, so that the second factor can be requested. Other failures are left to the next
        // poll.
        if (error instanceof ApiError && error.status === 403) refetch();
      })
      .finally(() => {
        pollingKey.current = null;
      });
  }, [cache, queryKey, refetch]);
  return { ...(queryKey === null ? IDLE : progress), seen: result, refetch, update, poll };
}

/** A new submission appears within five seconds. The interval divides those of other watchers. */
const QUEUE_POLL_MS = 3000;

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

export function useAutoRefresh<T>(query: StaffQuery<T>): StaffQuery<T> {
  const { refetch } = query;
  const isLoading = query.status === 'loading';
  const minute = useNow(REFRESH_MS);
  const fetchedMinute = useRef(minute);
  useEffect(() => {
    if (isLoading || fetchedMinute.current === minute) return;
    fetchedMinute.current = minute;
    refetch();
  }, [isLoading, minute, refetch]);
  return query;
}
