import { formatDecimal, formatShortDecimal } from '@quantalgo/contracts/core/format';
import { slotId } from '@quantalgo/contracts/core/slots';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import { LEVEL_COUNT } from '@quantalgo/contracts/signals/words';
import { useMemo, useState } from 'react';
import { serverNow } from '../../data/core/clock';
import { Card } from '../../ui/Card';
import { MAX_PLOT_POINTS, thinOut } from '../../ui/Plot';
import { Segments } from '../../ui/Choices';
import { type EquityPoint, formatStakes } from './figures';

const PERIODS = { Day: 1, Week: 7, Month: 30, All: Infinity } as const;

type Period = keyof typeof PERIODS;

const PERIOD_NAMES: readonly Period[] = ['Day', 'Week', 'Month', 'All'];

/** A curve of fewer results would mean nothing. */
export const MIN_CHART_SIGNALS = 10;

export function EquityChart({ points }: { points: readonly EquityPoint[] }) {
  const [period, setPeriod] = useState<Period>('All');
  const curvePoints = useMemo(() => selectCurvePoints(points, PERIODS[period]), [points, period]);
  return (
    <Card aria-labelledby="played" className="overflow-hidden">
      <header className="flex flex-wrap items-center justify-between gap-2 py-2 pr-2 pl-4">
        <h2 id="played" className="text-sm">
          If you had played every signal
        </h2>
        <Segments label="Period" options={PERIOD_NAMES} value={period} onChange={setPeriod} />
      </header>
      {curvePoints.length > MIN_CHART_SIGNALS ? (
        <Curves curvePoints={curvePoints} />
      ) : (
        <p className={`${CHART_HEIGHT} grid place-items-center px-4 text-sm text-muted`}>
          {`Settled signals in this period: ${curvePoints.length - 1}. The chart needs at least ${MIN_CHART_SIGNALS}.`}
        </p>
      )}
      <p className="px-4 pt-1 pb-3 text-xs text-muted">
        Dashed: first entries on the same signals if a coin chose the direction.
      </p>
    </Card>
  );
}

const CURVE_NAMES = ['flat', 'ladder', 'coin'] as const;

/** Cumulative results in first stakes. */
type CurvePoint = Readonly<Record<(typeof CURVE_NAMES)[number], number>>;

const START_POINT: CurvePoint = { flat: 0, ladder: 0, coin: 0 };

/** Shifts the curves to start from zero. */
function selectCurvePoints(points: readonly EquityPoint[], days: number): CurvePoint[] {
  const from = Number.isFinite(days) ? slotId(serverNow() - days * DAY_MS) : '';
  const firstIndex = points.findIndex(({ id }) => id >= from);
  if (firstIndex === -1) return [START_POINT];
  const base = points[firstIndex - 1] ?? START_POINT;
  const selected = points.slice(firstIndex).map(({ flat, ladder, coin }) => ({
    flat: flat - base.flat,
    ladder: ladder - base.ladder,
    coin: coin - base.coin,
  }));
  return [START_POINT, ...thinOut(selected, MAX_PLOT_POINTS)];
}

const CHART_HEIGHT = 'h-52';

const WIDTH = 320;
const HEIGHT = 208;
const MARGIN = 26;

/** Labels closer than this would overlap. */
const LABEL_HEIGHT = 20;

/** Room between a curve's end and its name. */
const LABEL_OFFSET = 14;

/** The share of the curve above or below its label, on a phone. */
const LABEL_SPAN = 0.4;

const MIN_LABEL_Y = LABEL_HEIGHT / 2;
const MAX_LABEL_Y = HEIGHT - LABEL_HEIGHT / 2;

/** Below a falling end of the curve or above a rising one, if there is room. */
function placeLabel(endYs: readonly number[]): number {
  const isFalling = (endYs.at(-1) ?? 0) >= (endYs[0] ?? 0);
  const below = Math.max(...endYs) + LABEL_OFFSET;
  const above = Math.min(...endYs) - LABEL_OFFSET;
  const isBelow = above < MIN_LABEL_Y || (isFalling && below <= MAX_LABEL_Y);
  return Math.min(MAX_LABEL_Y, Math.max(MIN_LABEL_Y, isBelow ? below : above));
}

function spreadLabels(upper: number, lower: number): readonly [number, number] {
  const overlap = LABEL_HEIGHT - (lower - upper);
  if (overlap <= 0) return [upper, lower];
  const top = Math.max(MIN_LABEL_Y, upper - overlap / 2);
  const bottom = Math.min(MAX_LABEL_Y, top + LABEL_HEIGHT);
  return [bottom - LABEL_HEIGHT, bottom];
}

function createScale(curvePoints: readonly CurvePoint[]) {
  let [low, high] = [0, 0];
  for (const point of curvePoints)
    for (const name of CURVE_NAMES) {
      low = Math.min(low, point[name]);
      high = Math.max(high, point[name]);
    }
  const range = Math.max(1, high - low);
  return (value: number) => MARGIN + ((high - value) / range) * (HEIGHT - 2 * MARGIN);
}

const CURVE_CLASSES = {
  flat: 'stroke-text',
  ladder: 'stroke-amber',
  coin: 'stroke-muted [stroke-dasharray:3_4]',
} as const;

function Curves({ curvePoints }: { curvePoints: readonly CurvePoint[] }) {
  const toY = createScale(curvePoints);
  const lastIndex = curvePoints.length - 1;
  const toPoints = (name: (typeof CURVE_NAMES)[number]) =>
    curvePoints
      .map(
        (point, index) =>
          `${formatShortDecimal((index / lastIndex) * WIDTH)},${formatShortDecimal(toY(point[name]))}`,
      )
      .join(' ');
  const end = curvePoints[lastIndex] ?? START_POINT;
  const labelledPoints = curvePoints.slice(Math.floor(lastIndex * (1 - LABEL_SPAN)));
  const preferredYs = {
    flat: placeLabel(labelledPoints.map(({ flat }) => toY(flat))),
    ladder: placeLabel(labelledPoints.map(({ ladder }) => toY(ladder))),
  };
  const isFlatUpper = end.flat >= end.ladder;
  const [upper, lower] = isFlatUpper
    ? spreadLabels(preferredYs.flat, preferredYs.ladder)
    : spreadLabels(preferredYs.ladder, preferredYs.flat);
  return (
    <div className={`${CHART_HEIGHT} relative mx-4 text-xs`}>
      <svg
        aria-hidden
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="size-full overflow-visible forced-color-adjust-none"
      >
        <line x1="0" x2={WIDTH} y1={toY(0)} y2={toY(0)} className="stroke-line-soft" />
        {(['coin', 'ladder', 'flat'] as const).map((name) => (
          <polyline
            key={name}
            points={toPoints(name)}
            fill="none"
            strokeWidth="1.75"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
            className={CURVE_CLASSES[name]}
          />
        ))}
      </svg>
      <span
        aria-hidden
        className="absolute left-0 -translate-y-full text-faint tabular-nums"
        style={{ top: toY(0) }}
      >
        0
      </span>
      <span className="absolute top-0 right-0 text-faint">in first stakes</span>
      <CurveName y={isFlatUpper ? upper : lower} className="text-text">
        {`First entry only ${formatStakes(end.flat, 0)}`}
      </CurveName>
      <CurveName y={isFlatUpper ? lower : upper} className="text-amber">
        {`All ${LEVEL_COUNT} levels ${formatStakes(end.ladder, 0)}`}
      </CurveName>
      <p className="sr-only">{`First entries chosen by a coin: ${formatDecimal(end.coin, 0)} first stakes.`}</p>
    </div>
  );
}

const CurveName = ({
  y,
  className,
  children,
}: {
  y: number;
  className: string;
  children: string;
}) => (
  <span
    className={`absolute right-0 -translate-y-1/2 bg-raised pl-1 font-semibold tabular-nums ${className}`}
    style={{ top: y }}
  >
    {children}
  </span>
);
