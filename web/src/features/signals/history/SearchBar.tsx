import type { SignalDigest } from '../../../data/signals/useDigests';
import { FilterInput, FilterSelect, PairAndStrategyFilters } from '../../../ui/Filters';
import { OUTCOME_WORDS } from '../../../ui/instruments/Marks';
import { STATES, type Search } from './find';

const STATE_WORDS: Record<string, string> = { ...OUTCOME_WORDS, open: 'Not settled' };

/** Words and filters that narrow the history down. */
export const SearchBar = ({
  digests,
  search,
  onLook,
}: {
  digests: readonly SignalDigest[];
  search: Search;
  onLook: (name: keyof Search, value: string | null) => void;
}) => (
  <form
    role="search"
    aria-label="Signal history"
    onSubmit={(event) => event.preventDefault()}
    className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3 lg:grid-cols-6"
  >
    <FilterInput
      label="Search"
      type="search"
      value={search.q ?? ''}
      onChange={({ target }) => onLook('q', target.value)}
      className="col-span-full lg:col-span-2"
    />
    <FilterInput
      label="Day (WAT)"
      type="date"
      value={search.day ?? ''}
      onChange={({ target }) => onLook('day', target.value)}
    />
    <FilterSelect
      label="Outcome"
      all="All outcomes"
      options={STATES}
      nameOf={(state) => STATE_WORDS[state] ?? state}
      value={search.outcome}
      onChoose={(value) => onLook('outcome', value)}
    />
    <PairAndStrategyFilters signals={digests} chosen={search} onChoose={onLook} />
  </form>
);
