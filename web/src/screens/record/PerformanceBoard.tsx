import {
  formatCount,
  formatDecimal,
  formatPercent,
  formatInterval,
} from '@quantalgo/contracts/core/format';
import { MIN_HEADLINE_SIGNALS } from '@quantalgo/contracts/record/performance';
import {
  type MartingaleCost,
  type Performance,
  requiredSampleSize,
} from '@quantalgo/contracts/signals/figures';
import { computeBreakEven, COIN, LEVELS } from '@quantalgo/contracts/signals/ladder';
import { computeWilsonInterval } from '@quantalgo/contracts/signals/signal';
import type { MeanRange } from '@quantalgo/contracts/signals/skill';
import { LEVEL_COUNT, formatStrategy } from '@quantalgo/contracts/signals/words';
import { type ReactNode, startTransition, useEffect, useMemo, useState } from 'react';
import { runAfterFrame } from '../../data/core/firstPaint';
import { calibrate } from '../../data/signals/calibration';
import { Figures, Panel, SideBySide } from '../../ui/Card';
import { EnteredLine } from '../../ui/EnteredLine';
import { ProbabilityScale } from '../../ui/instruments/ProbabilityScale';
import { CalibrationPanel } from '../../ui/instruments/CalibrationPanel';
import { EquityPanel } from './Charts';
import { type Matrix, formatStakes, type Streaks } from './figures';
import { RatesPanel, TimesPanel } from './Rates';

interface BoardProps {
  readonly matrix: Matrix;
  /** Profit of a won stake: 0.8 is 80 %. */
  readonly payout: number;
}

function Rates({ matrix: { details }, payout }: BoardProps) {
  const paysFrom = computeBreakEven(payout).firstEntry;
  return (
    <>
      <TimesPanel details={details} paysFrom={paysFrom} />
      <div className="grid items-start gap-4 lg:gap-5.5 xl:grid-cols-2">
        <RatesPanel
          title="By strategy"
          rows={details.byStrategy}
          getName={formatStrategy}
          paysFrom={paysFrom}
        />
        <RatesPanel title="By pair" rows={details.byPair} paysFrom={paysFrom} />
      </div>
    </>
  );
}

/** False until the headline has been painted. */
function useIsHeadlinePainted(): boolean {
  const [isPainted, setIsPainted] = useState(false);
  useEffect(() => runAfterFrame(() => startTransition(() => setIsPainted(true))), []);
  return isPainted;
}

/** Renders `narrowed` at once and the other figures after the first paint. */
export function PerformanceBoard({ narrowed, ...board }: BoardProps & { narrowed?: ReactNode }) {
  const { signals, details, equity, streaks } = board.matrix;
  const isHeadlinePainted = useIsHeadlinePainted();
  return (
    <div className="grid min-w-0 gap-4 lg:gap-5.5">
      <SideBySide side={isHeadlinePainted && <CalibrationAside signals={signals} />}>
        {narrowed}
        {isHeadlinePainted && (
          <>
            <EquityPanel equity={equity} payout={board.payout} />
            <StreaksPanel streaks={streaks} cost={details.martingale} />
          </>
        )}
      </SideBySide>
      {isHeadlinePainted && <Rates {...board} />}
    </div>
  );
}

/** Rendered after the headline, because it takes as long to compute as all of the headline's figures. */
function CalibrationAside({ signals }: Pick<Matrix, 'signals'>) {
  const calibration = useMemo(() => calibrate(signals), [signals]);
  return <CalibrationPanel calibration={calibration} settled={signals.length} />;
}

const formatRun = (length: number) => (length === 1 ? '1 signal' : `${length} signals`);

const StreaksPanel = ({
  streaks: { longestWon, longestLost, current },
  cost,
}: {
  streaks: Streaks;
  cost: MartingaleCost;
}) => (
  <Panel title="Streaks">
    <Figures
      className="border-t border-line-soft"
      figures={[
        {
          label: 'Longest won',
          value: formatRun(longestWon),
          note: `within ${LEVELS.length} levels`,
        },
        {
          label: 'Longest lost',
          value: formatRun(longestLost),
          note: `all ${LEVELS.length} levels`,
        },
        {
          label: 'Now',
          value: current ? formatRun(current.length) : '–',
          ...(current && { note: current.outcome === 'profit' ? 'won' : 'lost' }),
        },
        {
          label: 'Largest stake',
          value: `${formatDecimal(cost.largestStake)}×`,
          note: 'the first one',
        },
      ]}
    />
  </Panel>
);

interface HeadlineProps {
  readonly title: string;
  readonly matrix: Matrix;
  /** Profit of a won stake: 0.8 is 80 %. */
  readonly payout: number;
  readonly children: ReactNode;
}

/** Shows rates and intervals from `HEADLINE_FROM` signals on; before that, only counts. */
export function Headline({ title, matrix, payout, children }: HeadlineProps) {
  const { totalSignals } = matrix.performance;
  const requiredCount = requiredSampleSize(payout);
  const isEnough = totalSignals >= MIN_HEADLINE_SIGNALS;
  return (
    <Panel
      title={title}
      aside={
        <span className="text-xs text-muted tabular-nums">
          {totalSignals < requiredCount
            ? `${formatCount(totalSignals)} of ${formatCount(requiredCount)} needed`
            : `${formatCount(totalSignals)} settled`}
        </span>
      }
    >
      <p className="px-4 pb-3 text-xs text-muted">{children}</p>
      {isEnough ? (
        <HeadlineRates performance={matrix.performance} payout={payout} />
      ) : (
        <TooFew settled={totalSignals} />
      )}
      <EnteredLine
        entered={matrix.performance.entered}
        className="px-4 pb-4 text-sm text-muted tabular-nums"
      />
      <Sums matrix={matrix} isEnough={isEnough} />
      {isEnough && <Baselines matrix={matrix} />}
    </Panel>
  );
}

const TooFew = ({ settled }: { settled: number }) => (
  <p className="px-4 pb-4 text-sm text-muted">
    {`${formatCount(settled)} of ${MIN_HEADLINE_SIGNALS} settled signals: too few for a rate that means anything. Until then they are only counted.`}
  </p>
);

function HeadlineRates({ performance, payout }: { performance: Performance; payout: number }) {
  const { firstEntryRange, winRateRange } = performance;
  const pays = computeBreakEven(payout);
  if (!firstEntryRange || !winRateRange) return null;
  return (
    <>
      <div className="grid gap-x-7 gap-y-3 px-4 pb-3 sm:grid-cols-2">
        <ProbabilityScale
          label="First entry won"
          probability={firstEntryRange}
          coin={COIN.firstEntry}
          paysFrom={pays.firstEntry}
        />
        <ProbabilityScale
          label={`Won within ${LEVELS.length} levels`}
          probability={winRateRange}
          coin={COIN.withinLadder}
          paysFrom={pays.withinLadder}
        />
      </div>
      <p className="px-4 pb-4 text-sm tabular-nums">
        <span>{describeSignificance(performance, payout)}</span>{' '}
        <span className="text-muted">
          {`95 % sure: first entry ${formatInterval(firstEntryRange)}, ${LEVEL_COUNT} levels ${formatInterval(winRateRange)}.`}
        </span>
      </p>
    </>
  );
}

function describeSignificance(
  { totalSignals, firstEntryRange }: Pick<Performance, 'totalSignals' | 'firstEntryRange'>,
  payout: number,
): string {
  const requiredCount = requiredSampleSize(payout);
  const pays = `the ${formatDecimal(computeBreakEven(payout).firstEntry)} % that pay`;
  if (totalSignals < requiredCount || !firstEntryRange)
    return `Too few to tell ${pays} from a coin: ${formatCount(totalSignals)} of ${formatCount(requiredCount)} needed.`;
  const paysFrom = computeBreakEven(payout).firstEntry;
  if (firstEntryRange.high < paysFrom) return `First entries won less often than ${pays}.`;
  if (firstEntryRange.low > paysFrom) return `First entries won more often than ${pays}.`;
  return `Still too close to ${pays} to tell.`;
}

function formatMean(perSignal: MeanRange | null, isEnough: boolean): string {
  if (!isEnough || !perSignal) return 'too few for a mean';
  const { value, low, high } = perSignal;
  return `${formatStakes(value, 2)} a signal (${formatStakes(low, 2)} to ${formatStakes(high, 2)})`;
}

function Sums({ matrix, isEnough }: { matrix: Matrix; isEnough: boolean }) {
  const { wonSignals, lostSignals, breakEvenSignals } = matrix.performance;
  const { points, perSignal } = matrix.equity;
  const last = points.at(-1);
  return (
    <Figures
      className="border-t border-line-soft"
      figures={[
        {
          label: 'Won / lost',
          value: `${formatCount(wonSignals)} / ${formatCount(lostSignals)}`,
          note: `${formatCount(breakEvenSignals)} broke even`,
        },
        {
          label: 'Flat stake, in stakes',
          value: formatStakes(last?.flat ?? 0),
          note: formatMean(perSignal.flat, isEnough),
        },
        {
          label: 'Martingale, in first stakes',
          value: formatStakes(last?.ladder ?? 0),
          note: formatMean(perSignal.ladder, isEnough),
        },
      ]}
    />
  );
}

function Baselines({ matrix: { details, performance } }: { matrix: Matrix }) {
  const { alwaysCall, alwaysPut, coin } = details.baselines;
  const { totalSignals } = performance;
  const formatWithRange = (percent: number | null) => {
    const range = computeWilsonInterval(((percent ?? 0) / 100) * totalSignals, totalSignals);
    return range ? `${formatPercent(range.value)} (${formatInterval(range)})` : '–';
  };
  return (
    <p className="border-t border-line-soft bg-sunk px-4 py-3 text-xs text-muted tabular-nums">
      {`On the same first entries: always CALL ${formatWithRange(alwaysCall)}, always PUT ${formatWithRange(alwaysPut)}, a coin ${formatPercent(coin)} (flat entries win for nobody). A coin wins ${formatPercent(COIN.withinLadder)} within ${LEVEL_COUNT} levels.`}
    </p>
  );
}
