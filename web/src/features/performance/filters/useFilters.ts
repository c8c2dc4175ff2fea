import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PERIODS, WEEKDAYS, type Filters } from '../figures/chosen';

const HOUR = /^([01]\d|2[0-3])$/;

const oneOf = <T extends string>(all: readonly T[], text: string | null): T | null =>
  all.find((one) => one === text) ?? null;

/** The filters in the address; what makes no sense there is no filter. */
const filtersIn = (search: URLSearchParams): Filters => {
  const hour = search.get('hour');
  return {
    days: oneOf(PERIODS, search.get('days')),
    pair: search.get('pair'),
    strategy: search.get('strategy'),
    weekday: oneOf(WEEKDAYS, search.get('weekday')),
    hour: hour !== null && HOUR.test(hour) ? hour : null,
  };
};

/** The filters, kept in the screen's address so that a link brings them along. */
export function useFilters(): readonly [
  Filters,
  (name: keyof Filters, value: string | null) => void,
] {
  const [search, setSearch] = useSearchParams();
  const filters = useMemo(() => filtersIn(search), [search]);
  const choose = useCallback(
    (name: keyof Filters, value: string | null) =>
      setSearch(
        (before) => {
          const after = new URLSearchParams(before);
          if (value === null) after.delete(name);
          else after.set(name, value);
          return after;
        },
        { replace: true },
      ),
    [setSearch],
  );
  return [filters, choose];
}
