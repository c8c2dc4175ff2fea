import { formatPair } from '@quantalgo/contracts/market/pairs';
import { formatStrategy } from '@quantalgo/contracts/signals/words';
import { ChevronDown } from 'lucide-react';
import {
  type ComponentProps,
  startTransition,
  useCallback,
  useId,
  useMemo,
  useOptimistic,
} from 'react';
import { useSearchParams } from 'react-router-dom';

export function FilterInput({
  label,
  error,
  className = '',
  ...input
}: { label: string; error?: string | undefined } & Omit<ComponentProps<'input'>, 'id'>) {
  const id = useId();
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className="mb-1 block text-xs text-muted">
        {label}
      </label>
      <input
        {...input}
        id={id}
        aria-invalid={error !== undefined}
        aria-describedby={error === undefined ? undefined : `${id}-wrong`}
        className="h-11 w-full min-w-0 rounded-lg border border-edge bg-raised px-3 text-sm pointer-coarse:text-base text-text tabular-nums focus:border-accent focus:outline-3 focus:outline-offset-0 focus:outline-accent/30 aria-invalid:border-put"
      />
      {error !== undefined && (
        <p id={`${id}-wrong`} className="mt-1 text-xs text-put">
          {error}
        </p>
      )}
    </div>
  );
}

export function FilterSelect({
  label,
  all,
  options,
  getName = (option) => option,
  value,
  onChoose,
}: {
  label: string;
  all: string;
  options: readonly string[];
  getName?: (option: string) => string;
  value: string | null;
  onChoose: (value: string | null) => void;
}) {
  const id = useId();
  const allOptions = value === null || options.includes(value) ? options : [value, ...options];
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1 block text-xs text-muted">
        {label}
      </label>
      <div className="relative">
        <select
          id={id}
          value={value ?? ''}
          onChange={({ target }) => onChoose(target.value === '' ? null : target.value)}
          className="h-11 w-full min-w-0 appearance-none truncate rounded-lg border border-edge bg-raised pr-8 pl-3 text-sm pointer-coarse:text-base text-text focus:border-accent focus:outline-3 focus:outline-offset-0 focus:outline-accent/30"
        >
          <option value="">{all}</option>
          {allOptions.map((option) => (
            <option key={option} value={option} className="bg-raised text-text">
              {getName(option)}
            </option>
          ))}
        </select>
        <ChevronDown
          size={16}
          aria-hidden
          className="pointer-events-none absolute inset-y-0 right-3 my-auto text-muted"
        />
      </div>
    </div>
  );
}

type FilterName = 'pair' | 'strategy';

type FilteredSignal = Readonly<Record<FilterName, string>>;

export const listDistinct = (signals: readonly FilteredSignal[], name: FilterName): string[] => {
  const values = new Set<string>();
  for (const signal of signals) values.add(signal[name]);
  return [...values].sort();
};

export function PairAndStrategyFilters({
  signals,
  chosen,
  onChoose,
}: {
  signals: readonly FilteredSignal[];
  chosen: Readonly<Record<FilterName, string | null>>;
  onChoose: (name: FilterName, value: string | null) => void;
}) {
  const pairs = useMemo(() => listDistinct(signals, 'pair'), [signals]);
  const strategies = useMemo(() => listDistinct(signals, 'strategy'), [signals]);
  return (
    <>
      <FilterSelect
        label="Pair"
        all="All pairs"
        options={pairs}
        getName={formatPair}
        value={chosen.pair}
        onChoose={(value) => onChoose('pair', value)}
      />
      <FilterSelect
        label="Strategy"
        all="All strategies"
        options={strategies}
        getName={formatStrategy}
        value={chosen.strategy}
        onChoose={(value) => onChoose('strategy', value)}
      />
    </>
  );
}

const DAY_PATTERN = /^\d{4}-\d{2}-\d{2}$/;

export function parseDayParam(params: URLSearchParams): string | null {
  const day = params.get('day');
  return day !== null && DAY_PATTERN.test(day) ? day : null;
}

/**
 * Search fields stored in the screen's URL, so that links include them; setting a field to null or '' removes it.
 * The router renders a changed URL in a transition, so until then the fields show what the member entered.
 * @param parse the same function on every render
 */
export function useSearchFields<S>(
  parse: (params: URLSearchParams) => S,
): readonly [S, (name: keyof S & string, value: string | null) => void] {
  const [params, setParams] = useSearchParams();
  const [query, setQuery] = useOptimistic(params.toString());
  const fields = useMemo(() => parse(new URLSearchParams(query)), [parse, query]);
  const set = useCallback(
    (name: keyof S & string, value: string | null) =>
      startTransition(() => {
        const next = new URLSearchParams(query);
        if (value) next.set(name, value);
        else next.delete(name);
        setQuery(next.toString());
        setParams(next, { replace: true });
      }),
    [query, setQuery, setParams],
  );
  return [fields, set];
}
