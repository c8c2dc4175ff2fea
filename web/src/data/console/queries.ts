import { useEffect, useRef } from 'react';
import { useNow } from '../core/clock';
import { useOnline } from '../core/useOnline';
import { refreshMember, renewClaims } from '../auth/access';
import { getCurrentUser, session } from '../auth/currentSession';
import { ApiError } from '../core/errors';
import { createRequestCache, type Request, type RequestCache } from '../core/useRequest';
import { requestFactor, getFactorReason } from './secondFactor';

/**
 * Runs a staff call, and retries it after the second factor if the server requires one. Any other
 * 403 refreshes the member and their token, so that former staff leave the console.
 */
export async function runAsStaff<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const reason = getFactorReason(error);
      if (reason !== null && (await requestFactor(reason))) continue;
      // Omits the refusal's code, so that the member isn't prompted again.
      if (reason !== null) throw new ApiError(FACTOR_REFUSED, 403);
      if (error instanceof ApiError && error.status === 403 && (await refreshMember()))
        void renewClaims();
      throw error;
    }
  }
}

const FACTOR_REFUSED = 'Nothing was changed. Please confirm your second factor first.';

const getStaffId = () => {
  const user = getCurrentUser();
  return user?.staff === true ? user.id : null;
};

/** Cleared when another member of staff logs in. */
export function createStaffCache<T>(): RequestCache<T> {
  const cache = createRequestCache<T>();
  let ownerId = getStaffId();
  session.subscribe(() => {
    if (getStaffId() === ownerId) return;
    ownerId = getStaffId();
    cache.clear();
  });
  return {
    ...cache,
    set: (key, result) => {
      if (getStaffId() !== null) cache.set(key, result);
    },
    run: runAsStaff,
  };
}

/**
 * Shows a new submission within five seconds. Longer intervals of `useNow` must be multiples of it,
 * because the shortest one sets the clock's ticks.
 */
const QUEUE_POLL_INTERVAL_MS = 3000;

export function usePolling<T>(query: Request<T>, isEnabled = true): Request<T> {
  const { poll, loading, failure } = query;
  const online = useOnline();
  const tick = useNow(QUEUE_POLL_INTERVAL_MS);
  const lastTick = useRef(tick);
  const isReady = isEnabled && online && !loading && failure === null;
  useEffect(() => {
    if (!isReady || lastTick.current === tick) return;
    lastTick.current = tick;
    poll();
  }, [isReady, tick, poll]);
  return query;
}

const REFRESH_INTERVAL_MS = 60_000;

export function useAutoRefresh<T>(query: Request<T>, isEnabled = true): Request<T> {
  const { reload, loading } = query;
  const minute = useNow(REFRESH_INTERVAL_MS);
  const fetchedMinute = useRef(minute);
  useEffect(() => {
    if (!isEnabled || loading || fetchedMinute.current === minute) return;
    fetchedMinute.current = minute;
    reload();
  }, [isEnabled, loading, minute, reload]);
  return query;
}
