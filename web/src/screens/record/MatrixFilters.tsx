import { formatShortDecimal } from '@quantalgo/contracts/core/format';
import { HOURS } from '@quantalgo/contracts/record/performance';
import { useForm } from '../../data/core/useForm';
import { choosePayout, PAYOUT_PERCENT, payoutSchema } from '../../data/settings/choosePayout';
import { usePayout } from '../../data/settings/payout';
import { useAction } from '../../data/outbox/useAction';
import { useMember } from '../../data/auth/currentSession';
import type { SignalDigest } from '../../data/signals/useDigests';
import { FilterInput, FilterSelect, PairAndStrategyFilters } from '../../ui/Filters';
import { type Filters, PERIODS, WEEK } from './figures';

export function FilterBar({
  digests,
  filters,
  onChoose,
}: {
  digests: readonly SignalDigest[];
  filters: Filters;
  onChoose: (name: keyof Filters, value: string | null) => void;
}) {
  const getFilterProps = (name: keyof Filters) => ({
    value: filters[name],
    onChoose: (value: string | null) => onChoose(name, value),
  });
  return (
    <form
      aria-label="Filters"
      onSubmit={(event) => event.preventDefault()}
      className="grid items-start grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-3 sm:grid-cols-3 xl:grid-cols-6"
    >
      <FilterSelect
        {...getFilterProps('days')}
        label="Period"
        all="All time"
        options={PERIODS}
        nameOf={(days) => `Last ${days} days`}
      />
      <PairAndStrategyFilters signals={digests} chosen={filters} onChoose={onChoose} />
      <FilterSelect {...getFilterProps('weekday')} label="Weekday" all="All days" options={WEEK} />
      <FilterSelect
        {...getFilterProps('hour')}
        label="Hour (WAT)"
        all="All hours"
        options={HOURS}
        nameOf={(hour) => `${hour}:00 – ${hour}:59`}
      />
      {filters.span !== null && (
        <FilterSelect
          {...getFilterProps('span')}
          label="Live session"
          all="All signals"
          options={[filters.span]}
          nameOf={() => 'This session'}
        />
      )}
      <PayoutField />
    </form>
  );
}

const { least, most } = PAYOUT_PERCENT;

/** Saved to the member's account on blur. All break-evens and sums on the screen depend on it. */
function PayoutField() {
  const member = useMember();
  const { problem, run } = useAction();
  const form = useForm(payoutSchema, {
    initial: { payout: formatShortDecimal(usePayout() * 100) },
    onSubmit: (payout) => member && run(() => choosePayout(member, payout)),
  });
  const isValid = payoutSchema.safeParse(form.values).success;
  return (
    <FilterInput
      label="Your payout, %"
      inputMode="decimal"
      autoComplete="off"
      {...form.field('payout')}
      onBlur={() => form.isChanged && form.submit()}
      error={isValid ? (problem ?? undefined) : `From ${least} to ${most}`}
    />
  );
}

const SPAN_PATTERN = /^\d{8}T\d{4}Z-\d{8}T\d{4}Z$/;

const HOUR_PATTERN = /^([01]\d|2[0-3])$/;

const findOption = <T extends string>(all: readonly T[], text: string | null): T | null =>
  all.find((option) => option === text) ?? null;

/** Ignores invalid values. */
export const parseFilters = (search: URLSearchParams): Filters => {
  const hour = search.get('hour');
  const span = search.get('span');
  return {
    days: findOption(PERIODS, search.get('days')),
    pair: search.get('pair'),
    strategy: search.get('strategy'),
    weekday: findOption(WEEK, search.get('weekday')),
    hour: hour !== null && HOUR_PATTERN.test(hour) ? hour : null,
    span: span !== null && SPAN_PATTERN.test(span) ? span : null,
  };
};
