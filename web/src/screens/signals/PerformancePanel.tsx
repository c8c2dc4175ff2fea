import {
  formatCount,
  formatDecimal,
  formatPercent,
  formatInterval,
} from '@quantalgo/contracts/core/format';
import { MIN_HEADLINE_SIGNALS } from '@quantalgo/contracts/record/performance';
import type { Performance } from '@quantalgo/contracts/signals/figures';
import { COIN, LEVELS } from '@quantalgo/contracts/signals/ladder';
import type { Probability } from '@quantalgo/contracts/signals/signal';
import { COIN_WINS_TEXT, LEVEL_COUNT, SOURCE_TEXT } from '@quantalgo/contracts/signals/words';
import type { ReactNode } from 'react';
import { Card } from '../../ui/Card';
import { Chip, SampleTag } from '../../ui/Chip';
import { EnteredLine } from '../../ui/EnteredLine';
import { Skeleton } from '../../ui/Loading';

const formatRange = (probability: Probability | null, prefix = '') =>
  probability && `${prefix}${formatInterval(probability)} · `;

/** Below `HEADLINE_FROM` settled signals, a rate would mean nothing. */
function Rates({ performance }: { performance: Performance }) {
  const { winRate, avgConfidence, totalSignals } = performance;
  if (totalSignals < MIN_HEADLINE_SIGNALS)
    return (
      <p className="border-t border-line-soft px-4 py-3 text-sm text-muted">
        {`${formatCount(totalSignals)} of ${MIN_HEADLINE_SIGNALS} settled signals: too few for a rate that means anything. Until then they are only counted.`}
      </p>
    );
  const deviation =
    winRate === null || avgConfidence === null
      ? null
      : formatDecimal(Math.abs(avgConfidence - winRate));
  return (
    <dl>
      <Rate label="First entry wins" percent={performance.firstEntryRate}>
        {`${formatRange(performance.firstEntryRange, '95 % sure: ')}coin ${COIN.firstEntry}`}
      </Rate>
      <Rate label={`Win rate, ${LEVELS.length} levels`} percent={winRate}>
        {`${formatRange(performance.winRateRange)}coin ${COIN_WINS_TEXT}`}
      </Rate>
      <Rate label="Average confidence" percent={avgConfidence}>
        {deviation && `off by ${deviation} points so far`}
      </Rate>
    </dl>
  );
}

/** For example `412 settled on replayed prices, 2 missed slots.` */
function describeBasis({ totalSignals, source, missedSlots }: Performance): string {
  const missed = `${formatCount(missedSlots)} missed ${missedSlots === 1 ? 'slot' : 'slots'}`;
  return `${formatCount(totalSignals)} settled on ${SOURCE_TEXT[source]}, ${missed}.`;
}

function RecordTag({ performance, sample }: { performance: Performance; sample: boolean }) {
  if (sample) return <SampleTag />;
  if (performance.demonstration) return <Chip tone="warning">Demonstration</Chip>;
  return (
    <span className="text-xs text-muted tabular-nums">
      {`${formatCount(performance.totalSignals)} settled`}
    </span>
  );
}

const RecordPanel = (props: { performance: Performance; sample: boolean }) => (
  <>
    <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 px-4">
      <h2 className="text-sm">Performance</h2>
      <RecordTag {...props} />
    </header>
    <Rates performance={props.performance} />
    <Counts performance={props.performance} />
    <footer className="grid gap-1 border-t border-line-soft bg-sunk px-4 py-3 text-xs text-muted tabular-nums">
      {!props.sample && <p>{describeBasis(props.performance)}</p>}
      <EnteredLine entered={props.performance.entered} />
      {!props.sample && (
        <p>All signals of the record. The Performance Matrix counts those that you received.</p>
      )}
      <p>Past results promise nothing about the next signal.</p>
    </footer>
  </>
);

/** `performance` is undefined while loading, null before anything has settled. `sample` marks made-up figures. */
export function PerformancePanel({
  performance,
  sample = false,
}: {
  performance: Performance | null | undefined;
  sample?: boolean;
}) {
  return (
    <Card className="overflow-hidden" aria-busy={performance === undefined}>
      {performance === undefined && <PerformanceSkeleton />}
      {performance === null && (
        <div className="p-4">
          <h2 className="text-sm">Performance</h2>
          <p className="mt-2 text-sm text-muted">
            Figures appear here once the first signal is settled. None is estimated.
          </p>
        </div>
      )}
      {performance && <RecordPanel performance={performance} sample={sample} />}
    </Card>
  );
}

function Counts({ performance }: { performance: Performance }) {
  const counts: [string, number, string][] = [
    ['Total', performance.totalSignals, ''],
    ['Won', performance.wonSignals, 'text-call'],
    ['Lost', performance.lostSignals, 'text-put'],
    ['Break-even', performance.breakEvenSignals, 'text-flat'],
  ];
  return (
    <dl className="grid grid-cols-[repeat(3,minmax(0,1fr))_auto] border-t border-line-soft">
      {counts.map(([label, count, tone]) => (
        <div
          key={label}
          className="border-l border-line-soft px-2.5 py-2.5 text-center first:border-l-0"
        >
          <dt className="text-xs text-muted">{label}</dt>
          <dd translate="no" className={`text-base font-semibold tabular-nums ${tone}`}>
            {formatCount(count)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const Rate = ({
  label,
  percent,
  children,
}: {
  label: string;
  percent: number | null;
  children?: ReactNode;
}) => (
  <div className="grid min-h-[65px] grid-cols-[minmax(0,1fr)_auto] content-center gap-x-3 border-t border-line-soft px-4 py-3">
    <dt className="text-sm wrap-anywhere text-muted">{label}</dt>
    <dd
      translate="no"
      className="row-span-2 text-lg font-semibold tracking-tight whitespace-nowrap tabular-nums"
    >
      {formatPercent(percent)}
    </dd>
    <dd translate="no" className="mt-0.5 text-xs text-balance text-faint tabular-nums">
      {children}
    </dd>
  </div>
);

const PerformanceSkeleton = () => (
  <>
    <header className="flex min-h-11 items-center px-4">
      <h2 className="text-sm">Performance</h2>
    </header>
    {['first entry', `${LEVEL_COUNT} levels`, 'confidence'].map((rate) => (
      <div
        key={rate}
        className="flex h-[65px] items-center justify-between border-t border-line-soft px-4"
      >
        <span className="grid gap-2">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-3 w-36" />
        </span>
        <Skeleton className="h-5 w-16" />
      </div>
    ))}
    <div className="h-[61px] border-t border-line-soft" />
    <div className="h-[61px] border-t border-line-soft bg-sunk lg:h-[77px]" />
  </>
);
