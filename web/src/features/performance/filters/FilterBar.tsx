import type { SignalDigest } from '../../../data/signals/useDigests';
import { FilterSelect, PairAndStrategyFilters } from '../../../ui/Filters';
import { PERIODS, WEEKDAYS, type Filters } from '../figures/chosen';
import { PayoutField } from './PayoutField';

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

/** Narrows the signals down, and asks what the member's broker pays. */
export function FilterBar({
  digests,
  filters,
  onChoose,
}: {
  digests: readonly SignalDigest[];
  filters: Filters;
  onChoose: (name: keyof Filters, value: string | null) => void;
}) {
  const props = (name: keyof Filters) => ({
    value: filters[name],
    onChoose: (value: string | null) => onChoose(name, value),
  });
  return (
    <form
      aria-label="Filters"
      onSubmit={(event) => event.preventDefault()}
      className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3 sm:grid-cols-3 xl:grid-cols-6"
    >
      <FilterSelect
        {...props('days')}
        label="Period"
        all="All time"
        options={PERIODS}
        nameOf={(days) => `Last ${days} days`}
      />
      <PairAndStrategyFilters signals={digests} chosen={filters} onChoose={onChoose} />
      <FilterSelect {...props('weekday')} label="Weekday" all="All days" options={WEEKDAYS} />
      <FilterSelect
        {...props('hour')}
        label="Hour (WAT)"
        all="All hours"
        options={HOURS}
        nameOf={(hour) => `${hour}:00 – ${hour}:59`}
      />
      <PayoutField />
    </form>
  );
}
