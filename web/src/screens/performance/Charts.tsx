import {
  countText,
  decimalText,
  type ForecastClass,
  HEADLINE_FROM,
  LEVEL_COUNT,
  LEVEL_COUNT_FIRST,
  LOSS_TEXT,
  percentText,
  perfectRange,
  rangeText,
  type Scored,
  shortDecimal,
} from '@quantalgo/contracts';
import { AsTable, figures } from '../../ui/AsTable';
import { Panel } from '../../ui/Card';
import {
  type Calibration,
  dayText,
  type Equity,
  type EquityPoint,
  stakesText,
  thinned,
} from './figures';

const ROWS = 12;

/** The cumulative result of both ways to stake. */
export function EquityPanel({ equity, payout }: { equity: Equity; payout: number }) {
  const { points, flatDrawdown, ladderDrawdown } = equity;
  return (
    <Panel
      title="Result in first stakes"
      aside={<span className="text-xs text-muted tabular-nums">at {percentOf(payout)} payout</span>}
    >
      <EquityChart points={points} />
      <p className="border-t border-line-soft px-4 py-3 text-xs text-muted tabular-nums">
        Deepest fall: {decimalText(flatDrawdown)} by flat stake, {decimalText(ladderDrawdown)} by
        martingale. A signal that loses all {LEVEL_COUNT} levels costs {LOSS_TEXT} first stakes.
      </p>
      <AsTable
        caption="Result in first stakes after so many signals"
        columns={[{ name: 'Signals' }, ...['Up to', 'Flat stake', 'Martingale'].map(figures)]}
        rows={thinned(points, ROWS).map(({ number, id, flat, ladder }) => [
          String(number),
          dayText(id),
          stakesText(flat),
          stakesText(ladder),
        ])}
      />
    </Panel>
  );
}

const percentOf = (payout: number) => `${shortDecimal(payout * 100)} %`;

const WIDTH = 640;

const HEIGHT = 220;

const POINTS = 320;

interface Scale {
  readonly low: number;
  readonly high: number;
}

/** From the lowest to the highest sum, always including zero. */
function scaleOf(points: readonly EquityPoint[]): Scale {
  const values = points.flatMap(({ flat, ladder }) => [flat, ladder]);
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  return low === high ? { low: low - 1, high: high + 1 } : { low, high };
}

const heightAt = ({ low, high }: Scale, value: number) =>
  6 + ((high - value) / (high - low)) * (HEIGHT - 12);

function lineOf(values: readonly number[], scale: Scale): string {
  const step = WIDTH / Math.max(1, values.length - 1);
  return values
    .map((value, at) => `${shortDecimal(at * step)},${shortDecimal(heightAt(scale, value))}`)
    .join(' ');
}

const Curve = ({ values, scale, look }: { values: number[]; scale: Scale; look: string }) => (
  <polyline
    points={lineOf(values, scale)}
    fill="none"
    strokeWidth="1.75"
    strokeLinejoin="round"
    vectorEffect="non-scaling-stroke"
    className={look}
  />
);

const CurveKey = ({ look, children }: { look: string; children: string }) => (
  <span className="flex items-center gap-2">
    <svg aria-hidden viewBox="0 0 20 4" className="h-1 w-5">
      <line x1="0" x2="20" y1="2" y2="2" strokeWidth="2" className={look} />
    </svg>
    {children}
  </span>
);

const FLAT = 'stroke-text';

const LADDER = 'stroke-amber [stroke-dasharray:5_3]';

/** The cumulative sums, signal by signal. */
function EquityChart({ points }: { points: readonly EquityPoint[] }) {
  const drawn = [{ id: 'start', number: 0, flat: 0, ladder: 0 }, ...thinned(points, POINTS)];
  const scale = scaleOf(drawn);
  const zero = heightAt(scale, 0);
  return (
    <div className="px-4 pb-4">
      <p className="flex flex-wrap gap-x-5 gap-y-1 pb-3 text-xs text-muted">
        <CurveKey look={FLAT}>First entry alone, flat stake</CurveKey>
        <CurveKey look={LADDER}>{`All ${LEVEL_COUNT} levels, martingale`}</CurveKey>
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2">
        <svg
          aria-hidden
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-52 w-full forced-color-adjust-none"
        >
          <line x1="0" x2={WIDTH} y1={zero} y2={zero} strokeWidth="1" className="stroke-edge" />
          <Curve values={drawn.map(({ ladder }) => ladder)} scale={scale} look={LADDER} />
          <Curve values={drawn.map(({ flat }) => flat)} scale={scale} look={FLAT} />
        </svg>
        <p
          aria-hidden
          className="flex h-52 flex-col justify-between text-right text-xs text-faint tabular-nums"
        >
          <span>{stakesText(scale.high)}</span>
          <span>{stakesText(scale.low)}</span>
        </p>
      </div>
    </div>
  );
}

const CLASSES = 10;

/** Settled signals that fill ten classes with enough for a rate. */
const NEEDED = CLASSES * HEADLINE_FROM;

const TARGETS = [
  { name: 'First entry', of: ({ firstEntry }: Calibration) => firstEntry },
  {
    name: `${LEVEL_COUNT_FIRST} levels`,
    of: ({ withinLadder }: Calibration) => withinLadder,
  },
] as const;

/** Stated odds against what was seen, in ten classes of equal count, beside what a perfect forecast would show. */
export function CalibrationPanel({
  calibration,
  settled,
}: {
  calibration: Calibration;
  settled: number;
}) {
  const scored = TARGETS.flatMap(({ name, of }) => {
    const score = settled < NEEDED ? null : of(calibration);
    return score ? { name, score } : [];
  });
  return (
    <Panel title="Said and seen">
      {scored.length === 0 ? <TooFew settled={settled} /> : <Compared scored={scored} />}
    </Panel>
  );
}

const TooFew = ({ settled }: { settled: number }) => (
  <p className="px-4 pb-4 text-sm text-muted">
    {settled < NEEDED
      ? `${countText(settled)} of ${countText(NEEDED)} settled signals: too few to compare what was said with what was seen.`
      : 'All of these ended alike: there is nothing to compare yet.'}
  </p>
);

interface Named {
  readonly name: string;
  readonly score: Scored;
}

const Compared = ({ scored }: { scored: readonly Named[] }) => (
  <>
    <div className="grid grid-cols-2 gap-3 px-4 pb-4">
      {scored.map(({ name, score }) => (
        <CalibrationChart key={name} name={name} score={score} />
      ))}
    </div>
    <div className="grid gap-2 border-t border-line-soft px-4 py-3 text-xs text-muted tabular-nums">
      {scored.map(({ name, score }) => (
        <p key={name}>{offText(name, score)}</p>
      ))}
      <p>
        Ten classes of equal count, from the lowest odds to the highest. A bar shows where 95 of 100
        perfect forecasts would lie; ○ lies outside. On the dashed line, what was said is what
        happened. Signals within four hours share candles and within {LEVEL_COUNT} levels tell less.
      </p>
    </div>
    <AsTable
      caption="What was said against what was seen, and where 95 of 100 perfect forecasts would lie"
      columns={[{ name: 'Class' }, ...['Signals', 'Said', 'Seen', 'Perfect'].map(figures)]}
      rows={scored.flatMap(rowsOf)}
    />
  </>
);

const offText = (name: string, { calibrationError, perfect }: Scored) =>
  `${name}: off by ${decimalText(calibrationError)} points on average. A perfect forecast of this size is off by ${decimalText(perfect.mean)}, and by up to ${decimalText(perfect.most)} in 95 of 100 cases.`;

const rowsOf = ({ name, score: { classes, designEffect } }: Named) =>
  classes.map((one, at) => [
    `${name} ${at + 1}`,
    countText(one.trials),
    percentText(one.said),
    percentText(one.seen),
    rangeText(perfectRange(one, designEffect)),
  ]);

const SIZE = 140;

const EDGE = 8;

/** A class with the stretch in which a perfect forecast would lie. */
interface Drawn extends ForecastClass {
  readonly low: number;
  readonly high: number;
}

/** Whole percents that hold all points and bars. */
function stretchOf(classes: readonly Drawn[]): { readonly from: number; readonly to: number } {
  const values = classes.flatMap(({ said, seen, low, high }) => [said, seen, low, high]);
  return { from: Math.floor(Math.min(...values)), to: Math.ceil(Math.max(...values)) };
}

function CalibrationChart({ name, score }: Named) {
  const classes = score.classes.map((one) => ({
    ...one,
    ...perfectRange(one, score.designEffect),
  }));
  const { from, to } = stretchOf(classes);
  const right = (percent: number) =>
    EDGE + ((percent - from) / Math.max(1, to - from)) * (SIZE - 2 * EDGE);
  const up = (percent: number) => SIZE - right(percent);
  return (
    <div className="grid content-start gap-1">
      <p className="text-xs text-muted">{name}</p>
      <svg aria-hidden viewBox={`0 0 ${SIZE} ${SIZE}`} className="w-full forced-color-adjust-none">
        <rect
          x="0.5"
          y="0.5"
          width={SIZE - 1}
          height={SIZE - 1}
          fill="none"
          className="stroke-line"
        />
        <line
          x1={right(from)}
          y1={up(from)}
          x2={right(to)}
          y2={up(to)}
          strokeDasharray="3 3"
          className="stroke-edge"
        />
        {classes.map((one, at) => (
          <ClassMark key={at} one={one} right={right} up={up} />
        ))}
      </svg>
      <p className="text-xs text-faint tabular-nums">
        {from} – {to} %
      </p>
    </div>
  );
}

/** A class: the stretch of a perfect forecast, and what was seen, hollow where it lies outside. */
const ClassMark = ({
  one: { said, seen, low, high },
  right,
  up,
}: {
  one: Drawn;
  right: (percent: number) => number;
  up: (percent: number) => number;
}) => (
  <>
    <line
      x1={right(said)}
      x2={right(said)}
      y1={up(low)}
      y2={up(high)}
      strokeWidth="4"
      className="stroke-text/15"
    />
    <circle
      cx={right(said)}
      cy={up(seen)}
      r="3"
      strokeWidth="1.5"
      className={seen < low || seen > high ? 'fill-raised stroke-text' : 'fill-text stroke-text'}
    />
  </>
);
