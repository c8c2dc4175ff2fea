import { useCallback, useEffect, useState } from 'react';
import { ignoreExpected } from './faults';
import { useOnline } from './useOnline';

/** What was fetched last; null before the first. `failed`: whether the last attempt brought nothing. */
interface Fetched<T> {
  readonly found: T | null;
  readonly failed: boolean;
  readonly reload: () => void;
}

/**
 * Fetches when a screen opens, when the connection is back, when `key` changes, and on `reload`.
 * @param fetch the same function on every render
 */
export function useFetched<T>(fetch: () => Promise<T>, key?: string): Fetched<T> {
  const online = useOnline();
  const [found, setFound] = useState<T | null>(null);
  const [failed, setFailed] = useState(false);
  const [asked, setAsked] = useState(0);
  useEffect(() => {
    if (!online) return;
    let isOver = false;
    fetch().then(
      (value) => {
        if (isOver) return;
        setFound(value);
        setFailed(false);
      },
      (error: unknown) => {
        ignoreExpected(error);
        if (!isOver) setFailed(true);
      },
    );
    return () => {
      isOver = true;
    };
  }, [fetch, online, asked, key]);
  const reload = useCallback(() => setAsked((times) => times + 1), []);
  return { found, failed, reload };
}
