import { formatCount, formatPercent, formatShortDecimal } from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { describeTooFew, getHeadline, type Headline } from '@quantalgo/contracts/record/headline';
import type { Performance } from '@quantalgo/contracts/signals/figures';
import { COIN, computeBreakEven, LEVELS } from '@quantalgo/contracts/signals/ladder';
import type { Probability } from '@quantalgo/contracts/signals/signal';
import { LEVEL_COUNT, SOURCE_TEXT } from '@quantalgo/contracts/signals/words';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { usePayout } from '../../data/settings/payout';
import { Card } from '../../ui/Card';
import { Chip, SampleTag } from '../../ui/Chip';
import { ProbabilityScale } from '../../ui/instruments/ProbabilityScale';
import { Skeleton } from '../../ui/Loading';

/** @param needed break-even rate of the ladder, in percent */
function describeWinRate({ value, low, high }: Probability, needed: number): string {
  if (low > needed)
    return `Above break-even so far: ${LEVEL_COUNT} levels won more often than needed.`;
  if (high < needed)
    return `Below break-even so far: ${LEVEL_COUNT} levels won less often than needed.`;
  return `${value < needed ? 'Below' : 'Above'} break-even so far, but too few results to tell it from luck.`;
}

function Rate({ winRate, needed }: { winRate: Probability; needed: number }) {
  return (
    <div className="px-4 pb-3">
      <ProbabilityScale
        label={`Win rate, within ${LEVELS.length} levels`}
        probability={winRate}
        coin={COIN.withinLadder}
        breakEvenRate={needed}
      />
      <p className="mt-2.5 text-sm text-pretty">{describeWinRate(winRate, needed)}</p>
    </div>
  );
}

const TooFew = ({ total }: { total: number }) => (
  <p className="px-4 pb-3 text-sm text-muted">{describeTooFew(total)}</p>
);

function Counts({ headline, confidence }: { headline: Headline; confidence: number | null }) {
  const counts: [string, string][] = [
    ['Total', formatCount(headline.total)],
    ['Won', formatCount(headline.won)],
    ['Average confidence', formatPercent(confidence)],
  ];
  return (
    <dl className="flex flex-wrap border-t border-line-soft">
      {counts.map(([label, count]) => (
        <div
          key={label}
          className="flex-auto border-l border-line-soft px-4 py-2.5 first:border-l-0"
        >
          <dt className="text-xs text-muted">{label}</dt>
          <dd translate="no" className="text-sm font-semibold tabular-nums">
            {count}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The record sums confidence over all signals, so there is no average for entered ones alone. */
const describeBasis = (isEntered: boolean, hasRate: boolean, { source }: Performance): string =>
  `${isEntered ? 'Signals that could be entered' : 'All signals'}, on ${SOURCE_TEXT[source]}.${hasRate ? ' The win rate doesn’t count flat signals.' : ''}${isEntered && hasRate ? ' The average confidence also includes no-gos.' : ''} Past results don’t guarantee future results.`;

const MatrixLink = () => (
  <Link
    to={PATHS.performance}
    className="flex min-h-13 items-center gap-3 border-t border-line-soft px-4 py-2 font-medium hover:bg-sunk"
  >
    <span className="grid flex-1">
      <span>Performance Matrix</span>
      <span className="text-xs font-normal text-muted">By pair, hour and strategy</span>
    </span>
    <ChevronRight size={18} aria-hidden className="text-muted" />
  </Link>
);

function RecordPanel({ performance, sample }: { performance: Performance; sample: boolean }) {
  const payout = usePayout();
  const headline = getHeadline(performance);
  const { winRate, avgConfidence } = performance;
  const isPlain = headline.basis === 'all' && winRate !== null;
  // The sample has no interval, so its bounds equal its rate.
  const rate =
    headline.winRate ??
    (sample && isPlain ? { value: winRate, low: winRate, high: winRate } : null);
  return (
    <>
      <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 px-4">
        <h2 className="flex flex-wrap items-center gap-2 text-sm">
          <span>Performance</span>
          {sample && <SampleTag />}
          {!sample && performance.demonstration && <Chip tone="warning">Demonstration</Chip>}
        </h2>
        <span translate="no" className="text-xs text-muted">
          {`at your ${formatShortDecimal(100 * payout)}% payout`}
        </span>
      </header>
      {rate ? (
        <Rate winRate={rate} needed={computeBreakEven(payout).withinLadder} />
      ) : (
        <TooFew total={headline.total} />
      )}
      <Counts headline={headline} confidence={rate && avgConfidence} />
      {!sample && (
        <p className="border-t border-line-soft px-4 py-2.5 text-xs text-muted">
          {describeBasis(headline.basis === 'entered', rate !== null, performance)}
        </p>
      )}
      {!sample && <MatrixLink />}
    </>
  );
}

/**
 * `performance` is undefined while loading, and null if this device has none. `hasSettled`: signals
 * are settled. `sample` marks made-up figures.
 */
export function PerformancePanel({
  performance,
  hasSettled = false,
  sample = false,
}: {
  performance: Performance | null | undefined;
  hasSettled?: boolean;
  sample?: boolean;
}) {
  return (
    <Card className="overflow-hidden" aria-busy={performance === undefined}>
      {performance === undefined && <PerformanceSkeleton />}
      {performance === null && (
        <div className="p-4">
          <h2 className="text-sm">Performance</h2>
          <p className="mt-2 text-sm text-muted">
            {hasSettled
              ? 'Figures aren’t available on this device yet.'
              : 'Figures appear here once the first signal is settled. Nothing is estimated.'}
          </p>
        </div>
      )}
      {performance && <RecordPanel performance={performance} sample={sample} />}
    </Card>
  );
}

const PerformanceSkeleton = () => (
  <>
    <header className="flex min-h-11 items-center px-4">
      <h2 className="text-sm">Performance</h2>
    </header>
    <div className="grid h-[108px] content-between px-4 pb-3">
      <Skeleton className="h-7 w-full" />
      <Skeleton className="h-3 w-full" />
      <Skeleton className="h-5 w-3/4" />
    </div>
    <div className="h-[57px] border-t border-line-soft" />
    <div className="h-[53px] border-t border-line-soft" />
    <div className="h-13 border-t border-line-soft" />
  </>
);
