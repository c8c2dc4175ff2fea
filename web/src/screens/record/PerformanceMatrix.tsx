import { audiencesOf } from '@quantalgo/contracts/access/access';
import { countText, decimalText, percentText, rangeText } from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { DEFAULT_PAIRS } from '@quantalgo/contracts/market/pairs';
import { type PublicRecord, recordEndpoints } from '@quantalgo/contracts/record/endpoints';
import { type Performance, requiredSampleSize } from '@quantalgo/contracts/signals/figures';
import { breakEven, COIN, type Level, LEVELS } from '@quantalgo/contracts/signals/ladder';
import { STATED_PAYOUT } from '@quantalgo/contracts/signals/payout';
import type { Outcome } from '@quantalgo/contracts/signals/signal';
import { COIN_WINS_TEXT, SOURCE_TEXT } from '@quantalgo/contracts/signals/words';
import { ChartNoAxesCombined } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { chance } from '../../content/chance';
import { serverNow } from '../../data/core/clock';
import { saveCsv } from '../../data/core/saveFile';
import { call } from '../../data/auth/call';
import { useMember } from '../../data/auth/currentSession';
import { usePayout } from '../../data/settings/payout';
import { type SignalDigest, useDigests } from '../../data/signals/useDigests';
import { Button } from '../../ui/Button';
import { Card, Figures, Panel } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { LinkButton } from '../../ui/Links';
import { Skeleton } from '../../ui/Loading';
import { LockedScreen } from '../../ui/LockedScreen';
import { ScreenHead } from '../../ui/Heading';
import { OtherThanSealed } from '../../ui/OtherThanSealed';
import { Headline, PerformanceBoard } from './PerformanceBoard';
import {
  chosenOf,
  csvOf,
  dayText,
  type Filters,
  isNarrow,
  matrixOf,
  NO_FILTERS,
  type SettledDigest,
} from './figures';
import { useSearchFields } from '../../ui/Filters';
import { FilterBar, filtersIn } from './MatrixFilters';

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
    <h2 className="text-base">{any ? 'No matching settled signals' : 'Nothing is settled yet'}</h2>
    <p className="mt-2 max-w-prose text-sm text-muted">
      {any
        ? 'Choose a longer period, or clear one of the filters.'
        : 'Figures appear here once this device holds a settled signal. None is estimated.'}
    </p>
  </Card>
);

function spanText(chosen: readonly SettledDigest[]): string {
  const [newest] = chosen;
  const oldest = chosen.at(-1);
  if (!newest || !oldest) return 'Computed on this device from the signals it holds.';
  return `Computed on this device from the signals it holds, ${dayText(oldest.id)} to ${dayText(newest.id)}. Past results promise nothing about the next signal, and every stake can be lost.`;
}

const save = (chosen: readonly SettledDigest[]) => saveCsv('performance.csv', csvOf(chosen));

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
  const all = useMemo(() => chosenOf(digests, NO_FILTERS, serverNow()), [digests]);
  const chosen = useMemo(
    () => (isNarrow(filters) ? chosenOf(digests, filters, serverNow()) : all),
    [digests, filters, all],
  );
  const whole = useMemo(() => matrixOf(all, payout), [all, payout]);
  const part = useMemo(
    () => (chosen === all ? whole : matrixOf(chosen, payout)),
    [chosen, all, whole, payout],
  );
  const differing = useMemo(() => digests.flatMap((one) => (one.differs ? one.id : [])), [digests]);
  return (
    <>
      <ScreenHead
        title="Performance Matrix"
        marks={
          whole?.demonstration && (
            <Chip tone="warning">{`Demonstration on ${SOURCE_TEXT[whole.demonstration]}`}</Chip>
          )
        }
        aside={
          <span className="flex flex-wrap gap-2">
            <LinkButton to={PATHS.journal} size="small">
              Journal
            </LinkButton>
            {chosen.length > 0 && (
              <Button size="small" onClick={() => save(chosen)}>
                Export CSV
              </Button>
            )}
          </span>
        }
      >
        {spanText(all)}
      </ScreenHead>
      <OtherThanSealed slots={differing} />
      {whole && (
        <Headline title="How often it won" matrix={whole} payout={payout}>
          <WholeWords />
        </Headline>
      )}
      <FilterBar digests={digests} filters={filters} onChoose={onChoose} />
      {part ? (
        <PerformanceBoard
          matrix={part}
          payout={payout}
          narrowed={
            chosen !== all && (
              <Headline title="Of these alone" matrix={part} payout={payout}>
                {`Narrowed to ${countText(chosen.length)} of ${countText(all.length)} settled signals. A part that was chosen because it looks good says little about the next signal.`}
              </Headline>
            )
          }
        />
      ) : (
        <Nothing any={whole !== null} />
      )}
    </>
  );
}

/** What the headline counts, and why other screens show another rate. */
function WholeWords() {
  const member = useMember();
  const isPart = member !== null && !audiencesOf(member).includes('order-flow');
  return (
    <span>{`All settled signals on this device, whatever is chosen below. ${isPart ? 'The public record, in the Signal Room and on the landing page, also counts those that your tier doesn’t receive: so its rates differ.' : ''}`}</span>
  );
}

/** The matrix for members with access. */
function OpenMatrix() {
  const digests = useDigests();
  const [filters, choose] = useSearchFields(filtersIn);
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
    firstEntry: { value: COIN.firstEntry, low: COIN.firstEntry, high: COIN.firstEntry },
    ending: { outcome, level, closes: prices.map((price) => ({ price })) },
  };
}

function figuresOf(performance: Performance) {
  const { totalSignals, firstEntryRange, winRateRange, details } = performance;
  const isEnough = details?.isHeadline === true;
  const rate = (range: typeof winRateRange) =>
    range && isEnough ? percentText(range.value) : 'too few yet';
  const beside = (range: typeof winRateRange, words: string) =>
    range && isEnough ? `${rangeText(range)} · ${words}` : words;
  const needed = requiredSampleSize();
  return [
    {
      label: 'Settled',
      value: countText(totalSignals),
      ...(totalSignals < needed && { note: `of ${countText(needed)} needed to tell` }),
    },
    {
      label: 'First entry won',
      value: rate(firstEntryRange),
      note: beside(
        firstEntryRange,
        `coin ${COIN.firstEntry}, pays from ${decimalText(PAYS.firstEntry)}`,
      ),
    },
    {
      label: `Won within ${LEVELS.length} levels`,
      value: rate(winRateRange),
      note: beside(
        winRateRange,
        `coin ${COIN_WINS_TEXT}, pays from ${decimalText(PAYS.withinLadder)}`,
      ),
    },
  ];
}

/** The public record. */
function PublicPanel() {
  const record = usePublicRecord();
  if (record === undefined)
    return (
      <Panel title="The public record">
        <p className="h-32 px-4 text-sm text-muted">Loading…</p>
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
            <span>{`On ${SOURCE_TEXT[performance.source]}, at a ${STATED_PAYOUT * 100} % payout.`}</span>{' '}
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
  return matrix && <PerformanceBoard matrix={matrix} payout={STATED_PAYOUT} />;
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
