import { pairLabel } from '@quantalgo/contracts';
import { useId, useMemo } from 'react';
import type { SignalDigest } from '../../../data/signals/useDigests';
import { FilterSelect } from '../../../ui/FilterSelect';
import { OUTCOME_WORDS } from '../../../ui/instruments/OutcomeChip';
import { strategyName } from '../words';
import { STATES, type Search } from './find';

const STATE_WORDS: Record<string, string> = { ...OUTCOME_WORDS, open: 'Not settled' };
const distinct = (values: readonly string[]) => [...new Set(values)].sort();

function Typed({
  label,
  type,
  value,
  onType,
  className = '',
}: {
  label: string;
  type: 'search' | 'date';
  value: string | null;
  onType: (value: string) => void;
  className?: string;
}) {
  const id = useId();
  return (
    <div className={`min-w-0 ${className}`}>
      <label htmlFor={id} className="mb-1 block text-xs text-muted">
        {label}
      </label>
      <input
        id={id}
        type={type}
        value={value ?? ''}
        onChange={({ target }) => onType(target.value)}
        className="h-11 w-full min-w-0 rounded-lg border border-edge bg-raised px-3 text-sm text-text focus:border-accent focus:outline-3 focus:outline-offset-0 focus:outline-accent/30"
      />
    </div>
  );
}

/** Words and filters that narrow the history down. */
export function SearchBar({
  digests,
  search,
  onLook,
}: {
  digests: readonly SignalDigest[];
  search: Search;
  onLook: (name: keyof Search, value: string | null) => void;
}) {
  const pairs = useMemo(() => distinct(digests.map(({ pair }) => pair)), [digests]);
  const strategies = useMemo(() => distinct(digests.map(({ strategy }) => strategy)), [digests]);
  const props = (name: keyof Search) => ({
    value: search[name],
    onChoose: (value: string | null) => onLook(name, value),
  });
  return (
    <form
      role="search"
      aria-label="Signal history"
      onSubmit={(event) => event.preventDefault()}
      className="grid grid-cols-2 gap-3 lg:grid-cols-6"
    >
      <Typed
        label="Search"
        type="search"
        value={search.q}
        onType={(value) => onLook('q', value)}
        className="col-span-2"
      />
      <Typed
        label="Day (WAT)"
        type="date"
        value={search.day}
        onType={(value) => onLook('day', value)}
      />
      <FilterSelect
        {...props('outcome')}
        label="Outcome"
        all="All outcomes"
        options={STATES}
        nameOf={(state) => STATE_WORDS[state] ?? state}
      />
      <FilterSelect
        {...props('pair')}
        label="Pair"
        all="All pairs"
        options={pairs}
        nameOf={pairLabel}
      />
      <FilterSelect
        {...props('strategy')}
        label="Strategy"
        all="All strategies"
        options={strategies}
        nameOf={strategyName}
      />
    </form>
  );
}
