import { formatCount } from '@quantalgo/contracts/core/format';
import { computeBreakEven, COIN, LEVELS } from '@quantalgo/contracts/signals/ladder';
import { getPairPayout, type Payouts } from '@quantalgo/contracts/signals/payout';
import { SOURCE_TEXT } from '@quantalgo/contracts/signals/words';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { runAfterFrame } from '../../data/core/firstPaint';
import { Card } from '../../ui/Card';
import { lazyComponent } from '../../ui/lazyComponent';
import { Skeleton } from '../../ui/Loading';
import { DialCard } from './Dial';
import type { Matrix } from './figures';
import { PairList } from './PairList';
import { MIN_CHART_SIGNALS, EquityChart } from './EquityChart';

const Methods = lazyComponent(
  async () => (await import('./Methods')).Methods,
  <Skeleton className="h-80 w-full rounded-lg" />,
);

interface BoardProps {
  readonly matrix: Matrix;
  readonly payouts: Payouts;
  /** Samples are rendered whole at once, because they mustn't move behind the lock. */
  readonly isSample?: boolean;
  /** Shown in the verdict's card. */
  readonly narrowed?: ReactNode;
  readonly note?: ReactNode;
  readonly onFilterPair?: (pair: string) => void;
  /** Shown below the other figures. */
  readonly children?: ReactNode;
}

const ignore = () => undefined;

/** Null if there are several pairs. The member's general payout applies to those. */
function findOnlyPair(signals: Matrix['signals']): string | null {
  const [firstSignal] = signals;
  return firstSignal && signals.every(({ pair }) => pair === firstSignal.pair)
    ? firstSignal.pair
    : null;
}

/**
 * Renders the dial at once and the other figures after the first paint. Until then it is busy, so that a stored screen
 * stays.
 */
export function PerformanceBoard({
  matrix,
  payouts,
  isSample = false,
  narrowed,
  note,
  onFilterPair = ignore,
  children,
}: BoardProps) {
  const { signals, details, equity, performance, demonstration } = matrix;
  const payout = getPairPayout(payouts, findOnlyPair(signals));
  const [isMethodsOpen, setMethodsOpen] = useState(false);
  const isDialPainted = useIsDialPainted(isSample);
  return (
    <div aria-busy={!isDialPainted} className="grid min-w-0 gap-4 lg:gap-5.5">
      <div className="grid items-start gap-4 lg:gap-5.5 xl:grid-cols-[minmax(0,1fr)_26rem]">
        <div className="grid min-w-0 gap-4 lg:gap-5.5">
          <DialCard performance={performance} payout={payout}>
            {narrowed}
          </DialCard>
          {isDialPainted && equity.points.length >= MIN_CHART_SIGNALS && (
            <EquityChart points={equity.points} />
          )}
        </div>
        {isDialPainted && (
          <div className="grid min-w-0 gap-4 lg:gap-5.5">
            <PairList
              rows={details.byPair}
              signals={signals}
              payouts={payouts}
              need={computeBreakEven(payout).firstEntry}
              onFilter={onFilterPair}
            />
            <Card className="overflow-hidden">
              <WonWithinLevels performance={performance} />
              <MethodsToggle
                isOpen={isMethodsOpen}
                onToggle={() => setMethodsOpen(!isMethodsOpen)}
              />
            </Card>
          </div>
        )}
      </div>
      {isDialPainted && (
        <>
          {isMethodsOpen && (
            <div id={METHODS_ID}>
              <Methods matrix={matrix} payout={payout} payouts={payouts} note={note} />
            </div>
          )}
          <p className="text-sm text-muted">
            {`${demonstration ? `Demonstration on ${SOURCE_TEXT[demonstration]}. ` : ''}Past results don’t guarantee future results, and every stake can be lost.`}
          </p>
          {children}
        </>
      )}
    </div>
  );
}

function useIsDialPainted(isSample: boolean): boolean {
  const [isPainted, setIsPainted] = useState(isSample);
  useEffect(() => runAfterFrame(() => startTransition(() => setIsPainted(true))), []);
  return isPainted;
}

function WonWithinLevels({ performance }: Pick<Matrix, 'performance'>) {
  const { wonSignals, lostSignals } = performance;
  const moved = wonSignals + lostSignals;
  return (
    <p className="flex min-h-12 flex-wrap items-center justify-between gap-x-3 px-4 py-2 text-sm">
      <span className="text-muted">{`Won within ${LEVELS.length} levels`}</span>
      <span className="text-right tabular-nums">
        <span className="font-semibold">{`${formatCount(wonSignals)} of ${formatCount(moved)}`}</span>
        <span className="text-muted">{` that moved, a coin: ${formatCount(Math.round((COIN.withinLadder / 100) * moved))}`}</span>
      </span>
    </p>
  );
}

const METHODS_ID = 'methods';

const MethodsToggle = ({ isOpen, onToggle }: { isOpen: boolean; onToggle: () => void }) => (
  <h2 className="border-t border-line-soft">
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? METHODS_ID : undefined}
      onClick={onToggle}
      className="flex min-h-14 w-full items-center justify-between gap-3 px-4 py-2 text-left hover:bg-sunk"
    >
      <span className="text-sm font-semibold">
        How this is counted
        <span className="block text-xs font-normal text-muted">
          No-gos, intervals, streaks, forecast
        </span>
      </span>
      <ChevronDown
        size={18}
        aria-hidden
        className={`shrink-0 text-muted transition-transform ${isOpen ? 'rotate-180' : ''}`}
      />
    </button>
  </h2>
);
