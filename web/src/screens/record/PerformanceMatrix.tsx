import { getAudiences } from '@quantalgo/contracts/access/access';
import {
  formatCount,
  formatDecimal,
  formatPercent,
  formatInterval,
} from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import {
  type Performance,
  computeMovedWinRate,
  computeSampleSize,
} from '@quantalgo/contracts/signals/figures';
import { computeBreakEven, COIN, LEVELS } from '@quantalgo/contracts/signals/ladder';
import { STATED_PAYOUT, STATED_PAYOUTS } from '@quantalgo/contracts/signals/payout';
import { computeMovedRate } from '@quantalgo/contracts/signals/sentence';
import type { Probability } from '@quantalgo/contracts/signals/signal';
import { COIN_WINS_TEXT, SOURCE_TEXT } from '@quantalgo/contracts/signals/words';
import { ChartNoAxesCombined, Ellipsis, SlidersHorizontal } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { createSampleSignals } from '../../content/sampleMatrix';
import { serverNow } from '../../data/core/clock';
import { saveCsv } from '../../data/core/saveFile';
import { useMember } from '../../data/auth/currentSession';
import { usePublicRecord } from '../../data/record/publicRecord';
import { usePayouts } from '../../data/settings/payout';
import { type SignalDigest, useDigests } from '../../data/signals/useDigests';
import { useSyncedList } from '../../data/sync/freshness';
import { Button } from '../../ui/Button';
import { Card, Figures, Panel } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { Dialog } from '../../ui/Dialog';
import { Skeleton } from '../../ui/Loading';
import { lazyComponent } from '../../ui/lazyComponent';
import { LockedScreen } from '../../ui/LockedScreen';
import { PageHeading, ScreenHead } from '../../ui/Heading';
import { Menu } from '../../ui/Menu';
import { SealMismatchNotice } from '../../ui/OtherThanSealed';
import { PerformanceBoard } from './PerformanceBoard';
import {
  selectSettled,
  toSignalsCsv,
  type Filters,
  hasFilter,
  computeMatrix,
  NO_FILTERS,
  type SettledDigest,
} from './figures';
import { SignalTable } from './SignalTable';
import { StrategyRecords } from './StrategyRecords';
import { describeFilters, parseFilters, toSearchParams } from './filters';

const FilterSheet = lazyComponent(
  async () => (await import('./FilterSheet')).FilterSheet,
  <Skeleton className="m-4 h-96" />,
);

const PerformanceMatrix = ({ open }: { open: boolean }) =>
  open ? <OpenMatrix /> : <LockedMatrix />;

const LoadingState = () => (
  <div aria-busy="true" aria-label="Loading your signals" className="grid gap-4">
    {['h-12', 'h-64', 'h-80'].map((height) => (
      <Skeleton key={height} className={`${height} w-full rounded-lg`} />
    ))}
  </div>
);

const EmptyState = ({ hasSignals, onClear }: { hasSignals: boolean; onClear: () => void }) => (
  <Card className="p-5">
    <h2 className="text-base">
      {hasSignals ? 'No matching settled signals' : 'No settled signals yet'}
    </h2>
    <p className="mt-2 max-w-prose text-sm text-muted">
      {hasSignals
        ? 'Choose a longer period, or clear one of the filters.'
        : 'Figures appear here once this device has a settled signal. Nothing is estimated.'}
    </p>
    {hasSignals && (
      <Button size="small" onClick={onClear} className="mt-3">
        Show all
      </Button>
    )}
  </Card>
);

const exportCsv = (selection: readonly SettledDigest[]) =>
  saveCsv('performance.csv', toSignalsCsv(selection));

function MatrixContent({ digests }: { digests: readonly SignalDigest[] }) {
  const payouts = usePayouts();
  const [isTableOpen, setTableOpen] = useState(false);
  const [params, setParams] = useSearchParams();
  const filters = useMemo(() => parseFilters(params), [params]);
  const apply = (next: Filters) => setParams(toSearchParams(next), { replace: true });
  const settledSignals = useMemo(() => selectSettled(digests, NO_FILTERS, serverNow()), [digests]);
  const selection = useMemo(
    () => (hasFilter(filters) ? selectSettled(digests, filters, serverNow()) : settledSignals),
    [digests, filters, settledSignals],
  );
  const matrix = useMemo(() => computeMatrix(selection, payouts), [selection, payouts]);
  const differingSlots = useMemo(
    () => digests.flatMap((digest) => (digest.differs ? digest.id : [])),
    [digests],
  );
  return (
    <>
      <MatrixHead
        digests={digests}
        filters={filters}
        selection={selection}
        isTableOpen={isTableOpen}
        onToggleTable={() => setTableOpen(!isTableOpen)}
        onApply={apply}
      />
      <SealMismatchNotice slots={differingSlots} />
      {isTableOpen && <SignalTable signals={selection} />}
      {matrix ? (
        <PerformanceBoard
          matrix={matrix}
          payouts={payouts}
          note={<TierNote />}
          narrowed={
            hasFilter(filters) && (
              <Narrowed
                filters={filters}
                count={selection.length}
                all={settledSignals}
                onClear={() => apply(NO_FILTERS)}
              />
            )
          }
          onFilterPair={(pair) => apply({ ...filters, pair })}
        >
          <StrategyRecords />
        </PerformanceBoard>
      ) : (
        <>
          <EmptyState hasSignals={settledSignals.length > 0} onClear={() => apply(NO_FILTERS)} />
          <StrategyRecords />
        </>
      )}
    </>
  );
}

function MatrixHead({
  digests,
  filters,
  selection,
  isTableOpen,
  onToggleTable,
  onApply,
}: {
  digests: readonly SignalDigest[];
  filters: Filters;
  selection: readonly SettledDigest[];
  isTableOpen: boolean;
  onToggleTable: () => void;
  onApply: (filters: Filters) => void;
}) {
  const navigate = useNavigate();
  const [isSheetOpen, setSheetOpen] = useState(false);
  const journal = {
    key: 'journal',
    word: 'Journal',
    onChoose: () => void navigate(PATHS.journal),
  };
  const table = {
    key: 'table',
    word: isTableOpen ? 'Hide table' : 'Show as table',
    onChoose: onToggleTable,
  };
  const csv = { key: 'csv', word: 'Export CSV', onChoose: () => exportCsv(selection) };
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3">
      <PageHeading>Performance Matrix</PageHeading>
      <span className="flex">
        <Button
          variant="quiet"
          size="small"
          aria-label={hasFilter(filters) ? `Filters: ${describeFilters(filters)}` : 'Filters'}
          onClick={() => setSheetOpen(true)}
          className={`px-3! ${hasFilter(filters) ? 'text-text!' : ''}`}
        >
          <SlidersHorizontal size={20} aria-hidden />
        </Button>
        <Menu label="More" items={selection.length > 0 ? [table, csv, journal] : [journal]}>
          <Ellipsis size={20} aria-hidden />
        </Menu>
      </span>
      <Dialog open={isSheetOpen} onClose={() => setSheetOpen(false)} label="Filters" place="sheet">
        <FilterSheet
          digests={digests}
          filters={filters}
          onClose={() => setSheetOpen(false)}
          onApply={(next) => {
            setSheetOpen(false);
            onApply(next);
          }}
        />
      </Dialog>
    </div>
  );
}

const formatFirstEntriesWon = (digests: readonly SettledDigest[]) =>
  `First entries won across all signals: ${formatCount(digests.filter(({ ending }) => ending.level === 0).length)} of ${formatCount(digests.length)}`;

const Narrowed = ({
  filters,
  count,
  all,
  onClear,
}: {
  filters: Filters;
  count: number;
  all: readonly SettledDigest[];
  onClear: () => void;
}) => (
  <div className="mt-2 grid justify-items-start gap-1 border-t border-line-soft pt-3">
    <p className="text-sm font-semibold">{`Only ${describeFilters(filters)}: ${formatCount(count)} ${count === 1 ? 'signal' : 'signals'}`}</p>
    <p className="text-xs text-muted tabular-nums">
      {`${formatFirstEntriesWon(all)}. A selection that you picked because it looks good says little about the next signal.`}
    </p>
    <Button size="small" onClick={onClear}>
      Show all
    </Button>
  </div>
);

/** For members who don't receive all signals. */
function TierNote() {
  const member = useMember();
  if (member === null || getAudiences(member).includes('order-flow')) return null;
  return (
    <p>
      The public record, in the Signal Stream and on the landing page, also counts signals that your
      tier doesn’t receive, so its rates differ.
    </p>
  );
}

function OpenMatrix() {
  const digests = useSyncedList(useDigests());
  return (
    <div className="grid gap-4">
      {digests ? (
        <MatrixContent digests={digests} />
      ) : (
        <>
          <ScreenHead title="Performance Matrix" />
          <LoadingState />
        </>
      )}
    </div>
  );
}

const LockedMatrix = () => (
  <div className="grid gap-4">
    <PublicPanel />
    <LockedScreen
      title="Performance Matrix"
      icon={ChartNoAxesCombined}
      {...LOCKED_MATRIX}
      preview={<Preview />}
    />
  </div>
);

const BREAK_EVEN = computeBreakEven();

const LOCKED_MATRIX = {
  description:
    'Every figure computed on your own device from the signals you received, next to what a coin would score.',
  features: [
    'Win rates with their intervals, at your broker’s payout',
    'What flat stakes and the martingale would have earned',
    'By pair, hour, weekday and strategy',
  ],
} as const;

function getFigures(performance: Performance) {
  const { totalSignals, details } = performance;
  const winRate = computeMovedWinRate(performance);
  const firstEntryRate = computeMovedRate(performance);
  const isEnough = details?.isHeadline === true;
  const formatRate = (range: Probability | null) =>
    range && isEnough ? formatPercent(range.value) : 'too few yet';
  const describeRange = (range: Probability | null, note: string) =>
    range && isEnough ? `${formatInterval(range)} · ${note}` : note;
  const requiredCount = computeSampleSize();
  return [
    {
      label: 'Settled',
      value: formatCount(totalSignals),
      ...(totalSignals < requiredCount && {
        note: `about ${formatCount(requiredCount)} are needed to tell it from luck`,
      }),
    },
    {
      label: 'First entry won',
      value: formatRate(firstEntryRate),
      note: describeRange(
        firstEntryRate,
        `a coin wins ${COIN.firstEntry}, you need ${formatDecimal(BREAK_EVEN.firstEntry)}`,
      ),
    },
    {
      label: `Won within ${LEVELS.length} levels`,
      value: formatRate(winRate),
      note: describeRange(
        winRate,
        `a coin wins ${COIN_WINS_TEXT}, you need ${formatDecimal(BREAK_EVEN.withinLadder)}`,
      ),
    },
  ];
}

function PublicPanel() {
  const { data, loading } = usePublicRecord();
  if (!data && loading)
    return (
      <Panel title="The public record">
        <p className="h-60 px-4 text-sm text-muted lg:h-34">Loading…</p>
      </Panel>
    );
  const performance = data?.performance;
  return (
    <Panel
      title="The public record"
      aside={performance?.demonstration && <Chip tone="warning">Demonstration</Chip>}
    >
      {performance ? (
        <>
          <Figures className="border-t border-line-soft" figures={getFigures(performance)} />
          <p className="border-t border-line-soft bg-sunk px-4 py-3 text-xs text-muted">
            <span>{`On ${SOURCE_TEXT[performance.source]}, at an ${STATED_PAYOUT * 100}% payout. Rates don’t count flat signals.`}</span>{' '}
            <a href={PATHS.verify} className="font-semibold text-text underline">
              Verify it yourself
            </a>
          </p>
        </>
      ) : (
        <p className="px-4 pb-4 text-sm text-muted">The record can’t be loaded right now.</p>
      )}
    </Panel>
  );
}

function Preview() {
  const matrix = useMemo(() => computeMatrix(createSampleSignals(), STATED_PAYOUTS), []);
  return matrix && <PerformanceBoard isSample matrix={matrix} payouts={STATED_PAYOUTS} />;
}

export default PerformanceMatrix;
