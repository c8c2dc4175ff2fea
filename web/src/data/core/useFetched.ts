import { useCallback, useEffect, useState } from 'react';
import { ignoreExpected } from './faults';
import { useOnline } from './useOnline';

interface Fetched<T> {
  readonly data: T | null;
  readonly failed: boolean;
  readonly reload: () => void;
}

/**
 * Fetches on mount, when back online, when `key` changes, and on `reload`.
 * @param fetch the same function on every render
 */
export function useFetched<T>(fetch: () => Promise<T>, key?: string): Fetched<T> {
  const online = useOnline();
  const [latest, setValue] = useState<T | null>(null);
  const [failed, setFailed] = useState(false);
  const [requests, setRequests] = useState(0);
  useEffect(() => {
    if (!online) return;
    let isUnmounted = false;
    fetch().then(
      (value) => {
        if (isUnmounted) return;
        setValue(value);
        setFailed(false);
      },
      (error: unknown) => {
        ignoreExpected(error);
        if (!isUnmounted) setFailed(true);
      },
    );
    return () => {
      isUnmounted = true;
    };
  }, [fetch, online, requests, key]);
  const reload = useCallback(() => setRequests((times) => times + 1), []);
  return { data: latest, failed, reload };
}
