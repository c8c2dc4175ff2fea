import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { serverNow } from './clock';
import { ApiError } from './errors';
import { ignoreExpected } from './faults';
import { observable } from './observable';
import { type Failing, toFailure } from './useMutation';
import { useOnline } from './useOnline';

/** `at`: epoch ms, server clock. */
interface CachedResult<T> {
  readonly value: T;
  readonly at: number;
}

export interface RequestCache<T> {
  readonly get: (key: string) => CachedResult<T> | undefined;
  readonly set: (key: string, result: CachedResult<T>) => void;
  readonly subscribe: (onChange: () => void) => () => void;
  /** Wraps each request that isn't a poll, for example to retry it after a second factor. */
  readonly run?: (fetch: () => Promise<T>) => Promise<T>;
}

export interface RequestState<T = unknown> {
  /** The last response. Retained while loading, after a failure and offline. */
  readonly data: T | undefined;
  /** When `data` was received (epoch ms, server clock). */
  readonly at: number | undefined;
  readonly loading: boolean;
  readonly failure: string | null;
  readonly reload: () => void;
}

export interface Request<T> extends RequestState<T> {
  readonly update: (change: (value: T) => T) => void;
  /** Fetches without a loading state. Failures are ignored until the next poll. */
  readonly poll: () => void;
}

export function createRequestCache<T>(): RequestCache<T> & { readonly clear: () => void } {
  const results = observable<ReadonlyMap<string, CachedResult<T>>>(new Map());
  return {
    get: (key) => results.get().get(key),
    set: (key, result) => results.set(new Map(results.get()).set(key, result)),
    subscribe: results.subscribe,
    clear: () => results.set(new Map()),
  };
}

interface RequestOptions<T> {
  /** Nothing is fetched while it is null. */
  readonly key?: string | null;
  /** Without a cache, responses last as long as the component. */
  readonly cache?: RequestCache<T>;
  readonly failure: Failing;
}

const LOADING = { loading: true, failure: null };
const READY = { loading: false, failure: null };

/**
 * Fetches on mount, when the key changes, when the browser is back online, and on request.
 * @param fetch a new closure alone doesn't cause a fetch
 */
export function useRequest<T>(
  fetch: () => Promise<T>,
  { key = '', cache: sharedCache, failure: failureText }: RequestOptions<T>,
): Request<T> {
  const online = useOnline();
  const [ownCache] = useState(createRequestCache<T>);
  const cache = sharedCache ?? ownCache;
  const [round, setRound] = useState(0);
  const [progress, setProgress] = useState<{ loading: boolean; failure: string | null }>(LOADING);
  const result = useSyncExternalStore(cache.subscribe, () =>
    key === null ? undefined : cache.get(key),
  );
  const latestOptions = useRef({ fetch, failureText });
  useEffect(() => {
    latestOptions.current = { fetch, failureText };
  });
  const updates = useRef(0);

  useEffect(() => {
    if (key === null) return;
    let isCurrent = true;
    const run = async (): Promise<void> => {
      setProgress(LOADING);
      const startUpdates = updates.current;
      const { fetch: work } = latestOptions.current;
      try {
        const value = await (cache.run ? cache.run(work) : work());
        if (!isCurrent) return;
        // A response requested before an update would undo it.
        if (updates.current !== startUpdates) return await run();
        cache.set(key, { value, at: serverNow() });
        setProgress(READY);
      } catch (error) {
        ignoreExpected(error);
        const { text } = toFailure(error, latestOptions.current.failureText);
        if (isCurrent) setProgress({ loading: false, failure: text });
      }
    };
    void run();
    return () => {
      isCurrent = false;
    };
  }, [cache, key, round, online]);

  const reload = useCallback(() => setRound((previous) => previous + 1), []);
  const update = useCallback(
    (change: (value: T) => T) => {
      const previous = key === null ? undefined : cache.get(key);
      if (key === null || previous === undefined) return;
      const value = change(previous.value);
      if (value === previous.value) return;
      updates.current += 1;
      cache.set(key, { ...previous, value });
    },
    [cache, key],
  );
  const pollingKey = useRef<string | null>(null);
  const poll = useCallback(() => {
    if (key === null || pollingKey.current === key) return;
    pollingKey.current = key;
    const startUpdates = updates.current;
    void latestOptions.current
      .fetch()
      .then((value) => {
        if (updates.current === startUpdates) cache.set(key, { value, at: serverNow() });
      })
      .catch((error: unknown) => {
        // Reported, so that the second factor can be requested.
        if (error instanceof ApiError && error.status === 403) reload();
      })
      .finally(() => {
        pollingKey.current = null;
      });
  }, [cache, key, reload]);
  const { loading, failure } = key === null ? READY : progress;
  return { data: result?.value, at: result?.at, loading, failure, reload, update, poll };
}
