import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { STATES, type Search } from './find';

const DAY = /^\d{4}-\d{2}-\d{2}$/;

const searchIn = (params: URLSearchParams): Search => {
  const day = params.get('day');
  return {
    q: params.get('q'),
    pair: params.get('pair'),
    strategy: params.get('strategy'),
    outcome: STATES.find((state) => state === params.get('outcome')) ?? null,
    day: day !== null && DAY.test(day) ? day : null,
  };
};

/** What is looked for, kept in the screen's address so that a link brings it along. */
export function useSearch(): readonly [Search, (name: keyof Search, value: string | null) => void] {
  const [params, setParams] = useSearchParams();
  const search = useMemo(() => searchIn(params), [params]);
  const look = useCallback(
    (name: keyof Search, value: string | null) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          if (value) after.set(name, value);
          else after.delete(name);
          return after;
        },
        { replace: true },
      ),
    [setParams],
  );
  return [search, look];
}
