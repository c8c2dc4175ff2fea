import { COIN, type Performance, type Probability } from '@quantalgo/contracts';
import { Card } from '../../../ui/Card';
import { Chip, SampleTag } from '../../../ui/Chip';
import { countText, SOURCE_WORDS } from '../words';
import { Counts } from './Counts';
import { PerformanceSkeleton } from './PerformanceSkeleton';
import { Rate } from './Rate';

const range = (probability: Probability | null, prefix = '') =>
  probability && `${prefix}${probability.low.toFixed(1)} – ${probability.high.toFixed(1)} · `;

function Rates({ performance }: { performance: Performance }) {
  const { winRate, avgConfidence } = performance;
  const off =
    winRate === null || avgConfidence === null
      ? null
      : Math.abs(avgConfidence - winRate).toFixed(1);
  return (
    <dl>
      <Rate label="First entry wins" percent={performance.firstEntryRate}>
        {range(performance.firstEntryRange, '95 % sure: ')}coin {COIN.firstEntry}
      </Rate>
      <Rate label="Win rate, 4 levels" percent={winRate}>
        {range(performance.winRateRange)}coin {COIN.withinFourLevels.toFixed(1)}
      </Rate>
      <Rate label="Average confidence" percent={avgConfidence}>
        {off && `off by ${off} points so far`}
      </Rate>
    </dl>
  );
}

/** `412 settled on replayed prices, 2 missed slots.` */
function basisText({ totalSignals, source, missedSlots }: Performance): string {
  const missed = `${countText(missedSlots)} missed ${missedSlots === 1 ? 'slot' : 'slots'}`;
  return `${countText(totalSignals)} settled on ${SOURCE_WORDS[source]}, ${missed}.`;
}

function Standing({ performance, sample }: { performance: Performance; sample: boolean }) {
  if (sample) return <SampleTag />;
  if (performance.demonstration) return <Chip tone="warning">Demonstration</Chip>;
  return (
    <span className="text-xs text-muted tabular-nums">
      {countText(performance.totalSignals)} settled
    </span>
  );
}

const Record = (props: { performance: Performance; sample: boolean }) => (
  <>
    <header className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 px-4">
      <h2 className="text-sm">Performance</h2>
      <Standing {...props} />
    </header>
    <Rates performance={props.performance} />
    <Counts performance={props.performance} />
    <footer className="grid gap-1 border-t border-line-soft bg-sunk px-4 py-3 text-xs text-muted tabular-nums">
      {!props.sample && <p>{basisText(props.performance)}</p>}
      <p>Past results promise nothing about the next signal.</p>
    </footer>
  </>
);

/**
 * The record in figures, each with its basis. Undefined: still being read. Null: nothing was settled yet. `sample`
 * marks figures that are an example and no record.
 */
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
            Figures stand here once the first signal is settled. None is estimated.
          </p>
        </div>
      )}
      {performance && <Record performance={performance} sample={sample} />}
    </Card>
  );
}
