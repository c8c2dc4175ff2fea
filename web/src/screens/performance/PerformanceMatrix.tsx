import {
  breakEven,
  COIN,
  COIN_WINS_TEXT,
  countText,
  decimalText,
  DEFAULT_PAIRS,
  type Level,
  LEVELS,
  type Outcome,
  PATHS,
  percentText,
  type Performance,
  type PublicRecord,
  recordEndpoints,
  shortDecimal,
  SLOT_MS,
  slotId,
  SOURCE_WORDS,
  STATED_PAYOUT,
} from '@quantalgo/contracts';
import { ChartNoAxesCombined } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { chance } from '../../content/chance';
import { serverNow } from '../../data/core/clock';
import { saveFile } from '../../data/core/saveFile';
import { call } from '../../data/session/call';
import { useMember } from '../../data/session/currentSession';
import { adoptPayout, choosePayout, PAYOUT_PERCENT } from '../../data/account/choosePayout';
import { usePayout } from '../../data/account/payout';
import { type SignalDigest, useDigests } from '../../data/signals/useDigests';
import { Button } from '../../ui/Button';
import { Card, Figures, Panel } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { FilterInput, FilterSelect, PairAndStrategyFilters } from '../../ui/Filters';
import { Skeleton } from '../../ui/Loading';
import { LockedScreen } from '../../ui/LockedScreen';
import { ScreenHead } from '../../ui/Heading';
import { Board } from './Board';
import { OtherThanSealed } from './OtherThanSealed';
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

/** The Performance Matrix: figures of this device's signals, or a teaser with the public record. */
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
  const payout = usePayout();
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
      <OtherThanSealed digests={digests} />
      <FilterBar digests={digests} filters={filters} onChoose={onChoose} />
      {matrix ? (
        <Board matrix={matrix} payout={payout} />
      ) : (
        <Nothing any={digests.some(({ ending }) => ending !== null)} />
      )}
    </>
  );
}

/** The matrix for members with access. */
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

/** Filters of the signals, and the payout of the member's broker. */
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

/**
 * The payout of the member's broker for a won stake, saved to their account when the field is left. All break-evens and
 * sums on the screen depend on it.
 */
function PayoutField() {
  const member = useMember();
  const payout = usePayout();
  useEffect(() => {
    if (member) void adoptPayout(member).catch(() => undefined);
  }, [member]);
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? shortDecimal(payout * 100);
  const save = () => {
    const percent = Number(text);
    if (typed === null || !isPayout(percent)) return setTyped(null);
    if (member && percent / 100 !== payout)
      void choosePayout(member, percent / 100).catch(() => undefined);
    setTyped(null);
  };
  return (
    <FilterInput
      label="Your payout, %"
      type="number"
      inputMode="decimal"
      min={least}
      max={most}
      value={text}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={save}
      error={isPayout(Number(text)) ? undefined : `From ${least} to ${most}`}
    />
  );
}

const HOUR = /^([01]\d|2[0-3])$/;

const oneOf = <T extends string>(all: readonly T[], text: string | null): T | null =>
  all.find((one) => one === text) ?? null;

/** The filters in the address; invalid values are ignored. */
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

/** The filters, stored in the screen's address so that links include them. */
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

/** The matrix for guests and locked members: the public record above a blurred preview. */
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

const PAYS = breakEven();

/** Texts of the locked matrix. */
const LOCKED_MATRIX = {
  description:
    'Every figure computed on your own device from the signals you received, beside what a coin would score.',
  features: [
    'Win rates with their intervals, at your broker’s payout',
    'What flat stakes and the martingale would have made of it',
    'By pair, hour, weekday and strategy',
  ],
} as const;

export default PerformanceMatrix;

const SEED = 2026;

const FIRST = Date.UTC(2026, 10, 18, 6);

const STRATEGIES = ['trend', 'mean-reversion', 'breakout'] as const;

/** The winning level of a ladder of coin tosses, null if none wins. */
const levelOf = (step: number): Level | null =>
  LEVELS.find((level) => chance(SEED, step, level) < 0.5) ?? null;

/** Sample content: coin tosses of two days, newest first, behind the blur of the locked matrix. */
const SAMPLE_SETTLED = Array.from({ length: 240 }, (_, step) => sampleSignal(step)).reverse();

function sampleSignal(step: number) {
  const level = levelOf(step);
  const outcome: Outcome = level === null ? 'loss' : 'profit';
  const played = level === null ? LEVELS.length : level + 1;
  const prices = Array.from({ length: played + 1 }, (_, close) => 1.1 - close / 10_000);
  return {
    id: slotId(FIRST + step * 2 * SLOT_MS),
    pair: DEFAULT_PAIRS[step % DEFAULT_PAIRS.length] ?? 'EURUSD',
    direction: step % 2 === 0 ? ('CALL' as const) : ('PUT' as const),
    strategy: STRATEGIES[step % STRATEGIES.length] ?? 'trend',
    audience: 'basic' as const,
    source: 'simulated' as const,
    confidence: { value: COIN.withinLadder },
    firstEntry: { value: COIN.firstEntry },
    ending: { outcome, level, closes: prices.map((price) => ({ price })) },
  };
}

function figuresOf({ totalSignals, firstEntryRange, winRateRange, details }: Performance) {
  const rate = (range: typeof winRateRange) =>
    range && details?.isHeadline ? percentText(range.value) : 'too few yet';
  return [
    { label: 'Settled', value: countText(totalSignals) },
    {
      label: 'First entry won',
      value: rate(firstEntryRange),
      note: `coin ${COIN.firstEntry}, pays from ${decimalText(PAYS.firstEntry)}`,
    },
    {
      label: `Won within ${LEVELS.length} levels`,
      value: rate(winRateRange),
      note: `coin ${COIN_WINS_TEXT}, pays from ${decimalText(PAYS.withinLadder)}`,
    },
  ];
}

/** The public record. */
function PublicPanel() {
  const record = usePublicRecord();
  if (record === undefined)
    return (
      <Panel title="The public record">
        <p className="h-32 px-4 text-sm text-muted">Being asked for.</p>
      </Panel>
    );
  const performance = record?.performance;
  return (
    <Panel
      title="The public record"
      aside={performance?.demonstration && <Chip tone="warning">Demonstration</Chip>}
    >
      {performance ? (
        <>
          <Figures className="border-t border-line-soft" figures={figuresOf(performance)} />
          <p className="border-t border-line-soft bg-sunk px-4 py-3 text-xs text-muted">
            On {SOURCE_WORDS[performance.source]}, at a {STATED_PAYOUT * 100} % payout.{' '}
            <a href={PATHS.verify} className="font-semibold text-text underline">
              Verify it yourself
            </a>
          </p>
        </>
      ) : (
        <p className="px-4 pb-4 text-sm text-muted">It can’t be reached at the moment.</p>
      )}
    </Panel>
  );
}

function Preview() {
  const matrix = useMemo(() => matrixOf(SAMPLE_SETTLED, STATED_PAYOUT), []);
  return matrix && <Board matrix={matrix} payout={STATED_PAYOUT} />;
}

/** The public record; undefined while it loads, null if it can't be fetched. */
function usePublicRecord(): PublicRecord | null | undefined {
  const [record, setRecord] = useState<PublicRecord | null>();
  useEffect(() => {
    let current = true;
    const keep = (came: PublicRecord | null) => {
      if (current) setRecord(came);
    };
    call(recordEndpoints.record, {}).then(
      ({ data }) => keep(data),
      () => keep(null),
    );
    return () => {
      current = false;
    };
  }, []);
  return record;
}
