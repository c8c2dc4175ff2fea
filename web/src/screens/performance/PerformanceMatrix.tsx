import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { serverNow } from '../../data/core/clock';
import { saveFile } from '../../data/core/saveFile';
import { PAYOUT_PERCENT, usePayout } from '../../data/signals/payout';
import { type SignalDigest, useDigests } from '../../data/signals/useDigests';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { FilterInput, FilterSelect, PairAndStrategyFilters } from '../../ui/Filters';
import { Skeleton } from '../../ui/Loading';
import { ScreenHead } from '../../ui/ScreenHead';
import { SOURCE_WORDS } from '../../ui/signalWords';
import { Board } from './Board';
import { LockedMatrix } from './LockedMatrix';
import {
  chosenOf,
  csvOf,
  dayText,
  type Filters,
  matrixOf,
  PERIODS,
  type SettledDigest,
  WEEKDAYS,
} from './figures';

/** The Performance Matrix: what this device's signals add up to, or its teaser with the public record. */
const PerformanceMatrix = ({ open }: { open: boolean }) =>
  open ? <OpenMatrix /> : <LockedMatrix />;

const Reading = () => (
  <div aria-busy="true" aria-label="Reading your signals" className="grid gap-4">
    {['h-12', 'h-64', 'h-80'].map((height) => (
      <Skeleton key={height} className={`${height} w-full rounded-lg`} />
    ))}
  </div>
);

const Nothing = ({ any }: { any: boolean }) => (
  <Card className="p-5">
    <h2 className="text-base">{any ? 'No settled signal fits' : 'Nothing is settled yet'}</h2>
    <p className="mt-2 max-w-prose text-sm text-muted">
      {any
        ? 'Choose a longer period, or leave one of the filters open.'
        : 'Figures stand here once this device holds a settled signal. None is estimated.'}
    </p>
  </Card>
);

function spanText(chosen: readonly SettledDigest[]): string {
  const [newest] = chosen;
  const oldest = chosen.at(-1);
  if (!newest || !oldest) return 'Computed on this device from the signals it holds.';
  return `Computed on this device from the signals it holds, ${dayText(oldest.id)} to ${dayText(newest.id)}. Past results promise nothing about the next signal, and every stake can be lost.`;
}

const save = (chosen: readonly SettledDigest[]) =>
  saveFile(new File([csvOf(chosen)], 'performance.csv', { type: 'text/csv' }));

function Figured({
  digests,
  filters,
  onChoose,
}: {
  digests: readonly SignalDigest[];
  filters: Filters;
  onChoose: (name: keyof Filters, value: string | null) => void;
}) {
  const [percent] = usePayout();
  const payout = percent / 100;
  const chosen = useMemo(() => chosenOf(digests, filters, serverNow()), [digests, filters]);
  const matrix = useMemo(() => matrixOf(chosen, payout), [chosen, payout]);
  return (
    <>
      <ScreenHead
        title="Performance Matrix"
        marks={
          matrix?.demonstration && (
            <Chip tone="warning">Demonstration on {SOURCE_WORDS[matrix.demonstration]}</Chip>
          )
        }
        aside={
          chosen.length > 0 && (
            <Button size="small" onClick={() => save(chosen)}>
              Export CSV
            </Button>
          )
        }
      >
        {spanText(chosen)}
      </ScreenHead>
      <FilterBar digests={digests} filters={filters} onChoose={onChoose} />
      {matrix ? (
        <Board matrix={matrix} payout={payout} />
      ) : (
        <Nothing any={digests.some(({ ending }) => ending !== null)} />
      )}
    </>
  );
}

/** The matrix of a member whose access is open. */
function OpenMatrix() {
  const digests = useDigests();
  const [filters, choose] = useFilters();
  return (
    <div className="grid gap-4">
      {digests ? (
        <Figured digests={digests} filters={filters} onChoose={choose} />
      ) : (
        <>
          <ScreenHead title="Performance Matrix" />
          <Reading />
        </>
      )}
    </div>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'));

/** Narrows the signals down, and asks what the member's broker pays. */
function FilterBar({
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

const { least, most } = PAYOUT_PERCENT;

const isPayout = (percent: number) => percent >= least && percent <= most;

/** What the member's broker pays for a won stake. Every break-even and every sum on the screen follows it. */
function PayoutField() {
  const [percent, keep] = usePayout();
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? String(percent);
  const take = (value: string) => {
    setTyped(value);
    if (isPayout(Number(value))) keep(Number(value));
  };
  return (
    <FilterInput
      label="Your payout, %"
      type="number"
      inputMode="decimal"
      min={least}
      max={most}
      value={text}
      onChange={({ target }) => take(target.value)}
      onBlur={() => setTyped(null)}
      error={isPayout(Number(text)) ? undefined : `From ${least} to ${most}`}
    />
  );
}

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
function useFilters(): readonly [Filters, (name: keyof Filters, value: string | null) => void] {
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

export default PerformanceMatrix;
