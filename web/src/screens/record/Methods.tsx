import {
  formatCount,
  formatDecimal,
  formatPercent,
  formatInterval,
  formatShortDecimal,
} from '@quantalgo/contracts/core/format';
import { ROLLOVER_HOURS } from '@quantalgo/contracts/market/sessions';
import {
  MIN_HEADLINE_SIGNALS,
  type MartingaleCost,
  type Performance,
  computeMovedWinRate,
  computeSampleSize,
} from '@quantalgo/contracts/signals/figures';
import { computeBreakEven, COIN, LEVELS } from '@quantalgo/contracts/signals/ladder';
import {
  computePayingRecord,
  describePayingRecord,
} from '@quantalgo/contracts/signals/payingRecord';
import type { Payouts } from '@quantalgo/contracts/signals/payout';
import {
  computeMovedRate,
  describeRecordPlainly,
  summariseRecord,
} from '@quantalgo/contracts/signals/sentence';
import type { MeanRange } from '@quantalgo/contracts/signals/skill';
import { LEVEL_COUNT, formatStrategy, LOSS_TEXT } from '@quantalgo/contracts/signals/words';
import { type ReactNode, useMemo } from 'react';
import { calibrate } from '../../data/signals/calibration';
import { AsTable, numberColumn } from '../../ui/AsTable';
import { Figures, Panel, SideBySide } from '../../ui/Card';
import { thinOut } from '../../ui/Plot';
import { EnteredLine } from '../../ui/EnteredLine';
import { ProbabilityScale } from '../../ui/instruments/ProbabilityScale';
import { CalibrationPanel } from '../../ui/instruments/CalibrationPanel';
import {
  type Equity,
  compareStrategyForecasts,
  leaveOutRollover,
  type Matrix,
  formatEntryDay,
  formatStakes,
  type SettledDigest,
  type Streaks,
} from './figures';
import { RatesPanel, TimesPanel } from './Rates';

interface MethodsProps {
  readonly matrix: Matrix;
  /** Profit of a won stake: 0.8 is 80%. */
  readonly payout: number;
  readonly payouts: Payouts;
  readonly note?: ReactNode;
}

/** The figures behind the verdict, with their intervals and how each is counted. */
export function Methods({ matrix, payout, payouts, note }: MethodsProps) {
  const { signals, details, equity, streaks } = matrix;
  const breakEvenRate = computeBreakEven(payout).firstEntry;
  return (
    <div className="grid min-w-0 gap-4 lg:gap-5.5">
      <SideBySide side={<CalibrationAside signals={signals} />}>
        <Basis matrix={matrix} payout={payout} note={note} />
        <PayingPanel signals={signals} payouts={payouts} />
        <DrawdownPanel equity={equity} payout={payout} />
        <StreaksPanel streaks={streaks} cost={details.martingale} />
      </SideBySide>
      <TimesPanel details={details} breakEvenRate={breakEvenRate} />
      <div className="grid items-start gap-4 lg:gap-5.5 xl:grid-cols-2">
        <RatesPanel
          title="By strategy"
          rows={details.byStrategy}
          getName={formatStrategy}
          breakEvenRate={breakEvenRate}
        />
        <RatesPanel
          title="By pair, with all levels"
          rows={details.byPair}
          breakEvenRate={breakEvenRate}
        />
      </div>
    </div>
  );
}

function CalibrationAside({ signals }: Pick<Matrix, 'signals'>) {
  const calibration = useMemo(() => calibrate(signals), [signals]);
  return (
    <>
      <CalibrationPanel calibration={calibration} settled={signals.length} />
      <StrategyForecasts signals={signals} />
    </>
  );
}

function StrategyForecasts({ signals }: Pick<Matrix, 'signals'>) {
  const forecasts = useMemo(() => compareStrategyForecasts(signals), [signals]);
  if (forecasts.length === 0) return null;
  return (
    <Panel title="Forecast vs. actual, by strategy">
      <ul className="border-t border-line-soft text-sm tabular-nums">
        {forecasts.map(({ strategy, settled, stated, won }) => (
          <li key={strategy} className="border-t border-line-soft px-4 py-3 first:border-t-0">
            <p className="font-semibold">{formatStrategy(strategy)}</p>
            <p className="text-muted">
              {`Forecast ${formatPercent(stated)}, actual ${formatPercent(won.value)} (${formatInterval(won)} at 95%) of ${formatCount(settled)} first entries, flat ones included`}
            </p>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function PayingPanel({ signals, payouts }: Pick<Matrix, 'signals'> & { payouts: Payouts }) {
  const record = useMemo(() => computePayingRecord(signals, payouts), [signals, payouts]);
  return (
    <Panel title="Signals that we rated “Pays”">
      <p className="px-4 pb-4 text-sm text-muted tabular-nums">{describePayingRecord(record)}</p>
    </Panel>
  );
}

const MAX_TABLE_ROWS = 12;

const DrawdownPanel = ({ equity, payout }: { equity: Equity; payout: number }) => (
  <Panel
    title="If you had played every signal"
    aside={
      <span className="text-xs text-muted tabular-nums">{`at ${formatShortDecimal(payout * 100)}% payout`}</span>
    }
  >
    <p className="px-4 pb-3 text-sm text-muted tabular-nums">
      {`Largest drop: ${formatDecimal(equity.flatDrawdown)} first stakes with the first entry only, ${formatDecimal(equity.ladderDrawdown)} with all ${LEVEL_COUNT} levels. All ${LEVEL_COUNT} levels together cost ${LOSS_TEXT} times your first stake.`}
    </p>
    <AsTable
      caption="Result in first stakes, by number of signals"
      columns={[
        { name: 'Signals' },
        ...['Date', 'First entry only', `All ${LEVEL_COUNT} levels`, 'A coin'].map(numberColumn),
      ]}
      rows={thinOut(equity.points, MAX_TABLE_ROWS).map(({ number, id, flat, ladder, coin }) => [
        String(number),
        formatEntryDay(id),
        formatStakes(flat),
        formatStakes(ladder),
        formatStakes(coin),
      ])}
    />
  </Panel>
);

const formatRun = (length: number) => (length === 1 ? '1 signal' : `${length} signals`);

const StreaksPanel = ({
  streaks: { longestWinningStreak, longestLosingStreak, current },
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
          label: 'Longest winning streak',
          value: formatRun(longestWinningStreak),
          note: `within ${LEVELS.length} levels`,
        },
        {
          label: 'Longest losing streak',
          value: formatRun(longestLosingStreak),
          note: `all ${LEVELS.length} levels`,
        },
        {
          label: 'Current',
          value: current ? formatRun(current.length) : '–',
          ...(current && { note: current.outcome === 'profit' ? 'won' : 'lost' }),
        },
        {
          label: 'Largest stake',
          value: `${formatDecimal(cost.largestStake)}×`,
          note: 'your first stake',
        },
      ]}
    />
  </Panel>
);

/** Below `MIN_HEADLINE_SIGNALS` signals, shows counts instead of rates and intervals. */
function Basis({ matrix, payout, note }: Omit<MethodsProps, 'payouts'>) {
  const { performance, signals } = matrix;
  const summary = summariseRecord(performance, payout);
  const isEnough = performance.totalSignals >= MIN_HEADLINE_SIGNALS;
  return (
    <Panel title="What is counted">
      <div className="grid gap-2 px-4 pb-4 text-sm text-muted">
        <p className="text-base text-text tabular-nums">{describeRecordPlainly(summary)}</p>
        <p>
          {`${describeSpan(signals)} No-go signals are counted like all others, because they were published. Rates don’t count flat signals. Each comes with a range that we are 95% sure contains the true rate.`}
        </p>
        {note}
      </div>
      {summary.hasRate && <HeadlineRates performance={performance} payout={payout} />}
      <EnteredLine
        entered={performance.entered}
        className="px-4 pb-4 text-sm text-muted tabular-nums"
      />
      <RolloverLine signals={signals} />
      <Sums matrix={matrix} isEnough={isEnough} />
      {isEnough && <Baselines matrix={matrix} />}
    </Panel>
  );
}

function describeSpan(oldestFirst: readonly SettledDigest[]): string {
  const [oldest] = oldestFirst;
  const newest = oldestFirst.at(-1);
  if (!newest || !oldest) return 'Computed on this device from its stored signals.';
  return `Computed on this device from its stored signals, ${formatEntryDay(oldest.id)} to ${formatEntryDay(newest.id)}.`;
}

/** States the rate on the same basis as the odds. */
function RolloverLine({ signals }: Pick<Matrix, 'signals'>) {
  const counted = useMemo(() => leaveOutRollover(signals), [signals]);
  const moved = counted.filter(({ ending }) => ending.outcome !== 'break-even');
  if (counted.length === signals.length || moved.length === 0) return null;
  const won = moved.filter(({ ending }) => ending.level === 0).length;
  const { from, to } = ROLLOVER_HOURS;
  return (
    <p className="px-4 pb-4 text-sm text-muted tabular-nums">
      {`Spreads widen from ${from}:00 to ${to}:00 in New York, so our odds leave those hours out. Without them, ${formatCount(won)} of ${formatCount(moved.length)} first entries that moved won.`}
    </p>
  );
}

function HeadlineRates({ performance, payout }: { performance: Performance; payout: number }) {
  const winRate = computeMovedWinRate(performance);
  const firstEntryRate = computeMovedRate(performance);
  const pays = computeBreakEven(payout);
  if (!firstEntryRate || !winRate) return null;
  return (
    <>
      <div className="grid gap-x-7 gap-y-3 px-4 pb-3 sm:grid-cols-2">
        <ProbabilityScale
          label="First entry won"
          probability={firstEntryRate}
          coin={COIN.firstEntry}
          breakEvenRate={pays.firstEntry}
        />
        <ProbabilityScale
          label={`Won within ${LEVELS.length} levels`}
          probability={winRate}
          coin={COIN.withinLadder}
          breakEvenRate={pays.withinLadder}
        />
      </div>
      <p className="px-4 pb-4 text-sm text-muted tabular-nums">
        {`95% sure: first entry ${formatInterval(firstEntryRate)}, ${LEVEL_COUNT} levels ${formatInterval(winRate)}.${describeRequired(performance, payout)}`}
      </p>
    </>
  );
}

function describeRequired(performance: Performance, payout: number): string {
  const requiredCount = computeSampleSize(payout);
  const { moved } = summariseRecord(performance, payout);
  return moved < requiredCount && Number.isFinite(requiredCount)
    ? ` ${formatCount(moved)} results; about ${formatCount(requiredCount)} are needed to tell it from luck.`
    : '';
}

function formatMean(perSignal: MeanRange | null, isEnough: boolean): string {
  if (!isEnough || !perSignal) return 'too few for an average';
  const { value, low, high } = perSignal;
  return `${formatStakes(value, 2)} a signal (${formatStakes(low, 2)} to ${formatStakes(high, 2)})`;
}

function Sums({ matrix, isEnough }: { matrix: Matrix; isEnough: boolean }) {
  const { wonSignals, lostSignals, breakEvenSignals } = matrix.performance;
  const { points, perSignal } = matrix.equity;
  const lastPoint = points.at(-1);
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
          label: 'First entry only, in stakes',
          value: formatStakes(lastPoint?.flat ?? 0),
          note: formatMean(perSignal.flat, isEnough),
        },
        {
          label: `All ${LEVEL_COUNT} levels, in first stakes`,
          value: formatStakes(lastPoint?.ladder ?? 0),
          note: formatMean(perSignal.ladder, isEnough),
        },
      ]}
    />
  );
}

function Baselines({ matrix: { details, performance } }: { matrix: Matrix }) {
  const { alwaysCall, alwaysPut, coin } = details.baselines;
  const getRate = (firstEntryRate: number | null) =>
    computeMovedRate({ ...performance, firstEntryRate });
  const formatWithRange = (percent: number | null) => {
    const rate = getRate(percent);
    return rate ? `${formatPercent(rate.value)} (${formatInterval(rate)})` : '–';
  };
  return (
    <p className="border-t border-line-soft bg-sunk px-4 py-3 text-xs text-muted tabular-nums">
      {`On the same first entries: always CALL ${formatWithRange(alwaysCall)}, always PUT ${formatWithRange(alwaysPut)}, a coin ${formatPercent(getRate(coin)?.value ?? null)}. Flat entries don’t count. A coin wins ${formatPercent(COIN.withinLadder)} within ${LEVEL_COUNT} levels.`}
    </p>
  );
}
