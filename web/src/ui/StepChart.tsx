import { type PlotPoint, Plot, MAX_PLOT_POINTS, thinOut } from './Plot';
import { formatResult } from './resultText';

/** `at` in epoch ms, `result` in cents. */
interface Point {
  readonly at: number;
  readonly result: number;
}

interface Times {
  readonly from: number;
  readonly until: number;
}

function toCorners(points: readonly Point[], { from, until }: Times): PlotPoint[] {
  const span = Math.max(1, until - from);
  const samples = thinOut(points, MAX_PLOT_POINTS);
  let previous = samples[0]?.result ?? 0;
  const corners: PlotPoint[] = [];
  for (const { at, result } of [...samples, { at: until, result: samples.at(-1)?.result ?? 0 }]) {
    const across = Math.max(0, at - from) / span;
    corners.push([across, previous]);
    if (result !== previous) corners.push([across, result]);
    previous = result;
  }
  return corners;
}

/** Cents that the scale reaches if nothing was won or lost. */
const MIN_REACH_CENTS = 100;

export const StepChart = ({
  lines,
  isLabelled = true,
  ...times
}: Times & {
  /** False if the lines' results are listed below. */
  isLabelled?: boolean;
  lines: readonly { readonly points: readonly Point[]; readonly className: string }[];
}) => (
  <div className="px-4 pb-3">
    <Plot
      lines={lines.map(({ points, className }) => ({
        className,
        corners: toCorners(points, times),
      }))}
      minHalfRange={MIN_REACH_CENTS}
      formatValue={isLabelled ? formatResult : undefined}
    />
  </div>
);
