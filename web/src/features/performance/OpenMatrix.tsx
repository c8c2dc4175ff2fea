import { useMemo } from 'react';
import { serverNow } from '../../data/core/clock';
import { saveFile } from '../../data/core/saveFile';
import { usePayout } from '../../data/signals/payout';
import { useDigests, type SignalDigest } from '../../data/signals/useDigests';
import { Button } from '../../ui/Button';
import { Card } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { ScreenHead } from '../../ui/ScreenHead';
import { Skeleton } from '../../ui/Loading';
import { SOURCE_WORDS } from '../../ui/signalWords';
import { Board } from './Board';
import { chosenOf, type Filters, type SettledDigest } from './figures/chosen';
import { csvOf } from './figures/csv';
import { matrixOf } from './figures/matrix';
import { FilterBar } from './filters/FilterBar';
import { useFilters } from './filters/useFilters';
import { dayText } from './words';

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
export function OpenMatrix() {
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
