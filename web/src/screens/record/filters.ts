import { formatPair } from '@quantalgo/contracts/market/pairs';
import { formatStrategy } from '@quantalgo/contracts/signals/words';
import { type Filters, PERIODS, WEEKDAYS_FROM_MONDAY } from './figures';

const SPAN_PATTERN = /^\d{8}T\d{4}Z-\d{8}T\d{4}Z$/;

const HOUR_PATTERN = /^([01]\d|2[0-3])$/;

export const findOption = <T extends string>(
  options: readonly T[],
  text: string | null,
): T | null => options.find((option) => option === text) ?? null;

/** Ignores invalid values. */
export const parseFilters = (search: URLSearchParams): Filters => {
  const hour = search.get('hour');
  const span = search.get('span');
  return {
    days: findOption(PERIODS, search.get('days')),
    pair: search.get('pair'),
    strategy: search.get('strategy'),
    weekday: findOption(WEEKDAYS_FROM_MONDAY, search.get('weekday')),
    hour: hour !== null && HOUR_PATTERN.test(hour) ? hour : null,
    span: span !== null && SPAN_PATTERN.test(span) ? span : null,
  };
};

export const toSearchParams = (filters: Filters): URLSearchParams => {
  const params = new URLSearchParams();
  for (const name of ['days', 'pair', 'strategy', 'weekday', 'hour', 'span'] as const) {
    const value = filters[name];
    if (value !== null) params.set(name, value);
  }
  return params;
};

/** `XAU/USD, Trend, Monday` */
export const describeFilters = ({ days, pair, strategy, weekday, hour, span }: Filters): string =>
  [
    pair && formatPair(pair),
    strategy && formatStrategy(strategy),
    weekday,
    hour && `${hour}:00–${hour}:59 WAT`,
    days && `last ${days} days`,
    span && 'one live session',
  ]
    .filter(Boolean)
    .join(', ');
