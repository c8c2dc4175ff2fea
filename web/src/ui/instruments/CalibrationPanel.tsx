import {
  formatCount,
  formatDecimal,
  formatPercent,
  formatInterval,
} from '@quantalgo/contracts/core/format';
import { MIN_HEADLINE_SIGNALS } from '@quantalgo/contracts/signals/figures';
import { type ForecastBin, computePerfectRange } from '@quantalgo/contracts/signals/forecasts';
import type { ScoredForecasts } from '@quantalgo/contracts/signals/skill';
import { LEVEL_COUNT, CAPITALIZED_LEVEL_COUNT } from '@quantalgo/contracts/signals/words';
import { AsTable, numberColumn } from '../AsTable';
import { Panel } from '../Card';

/** Null while there is too little to compare. */
type Calibration = Readonly<Record<'firstEntry' | 'withinLadder', ScoredForecasts | null>>;

const BUCKET_COUNT = 10;

const MIN_SETTLED = BUCKET_COUNT * MIN_HEADLINE_SIGNALS;

const TARGETS = [
  { name: 'First entry', getScore: ({ firstEntry }: Calibration) => firstEntry },
  {
    name: `${CAPITALIZED_LEVEL_COUNT} levels`,
    getScore: ({ withinLadder }: Calibration) => withinLadder,
  },
] as const;

export function CalibrationPanel({
  calibration,
  settled,
}: {
  calibration: Calibration;
  settled: number;
}) {
  const scores = TARGETS.flatMap(({ name, getScore }) => {
    const score = settled < MIN_SETTLED ? null : getScore(calibration);
    return score ? { name, score } : [];
  });
  return (
    <Panel title="Forecast vs. actual">
      {scores.length === 0 ? <TooFew settled={settled} /> : <Comparison scored={scores} />}
    </Panel>
  );
}

const TooFew = ({ settled }: { settled: number }) => (
  <p className="px-4 pb-4 text-sm text-muted">
    {settled < MIN_SETTLED
      ? `${formatCount(settled)} settled ${settled === 1 ? 'signal' : 'signals'} so far. It takes ${formatCount(MIN_SETTLED)} to compare forecasts in ten groups.`
      : 'All of these signals ended the same way, so there’s nothing to compare yet.'}
  </p>
);

interface NamedScore {
  readonly name: string;
  readonly score: ScoredForecasts;
}

const Comparison = ({ scored }: { scored: readonly NamedScore[] }) => (
  <>
    <div className="grid grid-cols-2 gap-3 px-4 pb-4">
      {scored.map(({ name, score }) => (
        <CalibrationChart key={name} name={name} score={score} />
      ))}
    </div>
    <div className="grid gap-2 border-t border-line-soft px-4 py-3 text-xs text-muted tabular-nums">
      {scored.map(({ name, score }) => (
        <p key={name}>{describeError(name, score)}</p>
      ))}
      <p>
        {`Ten groups with equal numbers of signals, from the lowest odds to the highest. A bar shows where 95 of 100 perfect forecasts would fall; ○ is outside it. On the dashed line, forecast and actual rates agree. Signals less than four hours apart share candles, so results within ${LEVEL_COUNT} levels tell you less.`}
      </p>
    </div>
    <AsTable
      caption="Forecast vs. actual rates, and where 95 of 100 perfect forecasts would fall"
      columns={[
        { name: 'Group' },
        ...['Signals', 'Forecast', 'Actual', 'Perfect'].map(numberColumn),
      ]}
      rows={scored.flatMap(toRows)}
    />
  </>
);

const describeError = (name: string, { calibrationError, perfect }: ScoredForecasts) =>
  `${name}: forecasts have been ${formatDecimal(calibrationError)} points off on average. Perfect forecasts for this many signals would be off by ${formatDecimal(perfect.mean)} on average, and by up to ${formatDecimal(perfect.most)} in 95 of 100 cases.`;

const toRows = ({ name, score: { classes, designEffect } }: NamedScore) =>
  classes.map((bucket, index) => [
    `${name} ${index + 1}`,
    formatCount(bucket.trials),
    formatPercent(bucket.said),
    formatPercent(bucket.seen),
    formatInterval(computePerfectRange(bucket, designEffect)),
  ]);

const CHART_SIZE = 140;

const CHART_PADDING = 8;

interface PlottedBucket extends ForecastBin {
  readonly low: number;
  readonly high: number;
}

function getRange(buckets: readonly PlottedBucket[]): {
  readonly from: number;
  readonly to: number;
} {
  const values = buckets.flatMap(({ said, seen, low, high }) => [said, seen, low, high]);
  return { from: Math.floor(Math.min(...values)), to: Math.ceil(Math.max(...values)) };
}

function CalibrationChart({ name, score }: NamedScore) {
  const buckets = score.classes.map((bucket) => ({
    ...bucket,
    ...computePerfectRange(bucket, score.designEffect),
  }));
  const { from, to } = getRange(buckets);
  const toX = (percent: number) =>
    CHART_PADDING + ((percent - from) / Math.max(1, to - from)) * (CHART_SIZE - 2 * CHART_PADDING);
  const toY = (percent: number) => CHART_SIZE - toX(percent);
  return (
    <div className="grid content-start gap-1">
      <p className="text-xs text-muted">{name}</p>
      <svg
        aria-hidden
        viewBox={`0 0 ${CHART_SIZE} ${CHART_SIZE}`}
        className="w-full forced-color-adjust-none"
      >
        <rect
          x="0.5"
          y="0.5"
          width={CHART_SIZE - 1}
          height={CHART_SIZE - 1}
          fill="none"
          className="stroke-line"
        />
        <line
          x1={toX(from)}
          y1={toY(from)}
          x2={toX(to)}
          y2={toY(to)}
          strokeDasharray="3 3"
          className="stroke-edge"
        />
        {buckets.map((bucket, index) => (
          <BucketMark key={index} bucket={bucket} toX={toX} toY={toY} />
        ))}
      </svg>
      <p translate="no" className="text-xs text-faint tabular-nums">{`${from} – ${to}%`}</p>
    </div>
  );
}

/** The point is hollow if it lies outside a perfect forecast's range. */
const BucketMark = ({
  bucket: { said, seen, low, high },
  toX,
  toY,
}: {
  bucket: PlottedBucket;
  toX: (percent: number) => number;
  toY: (percent: number) => number;
}) => (
  <>
    <line
      x1={toX(said)}
      x2={toX(said)}
      y1={toY(low)}
      y2={toY(high)}
      strokeWidth="4"
      className="stroke-text/15"
    />
    <circle
      cx={toX(said)}
      cy={toY(seen)}
      r="3"
      strokeWidth="1.5"
      className={seen < low || seen > high ? 'fill-raised stroke-text' : 'fill-text stroke-text'}
    />
  </>
);
