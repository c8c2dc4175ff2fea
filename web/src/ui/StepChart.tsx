import { type Corner, Plot, PLOTTED, thinned } from './Plot';
import { resultText } from './resultText';

/** A result in cents at a time (epoch ms). */
interface Point {
  readonly at: number;
  readonly result: number;
}

interface Times {
  readonly from: number;
  readonly until: number;
}

/** The corners of a line in steps: between two points nothing changes. */
function cornersOf(points: readonly Point[], { from, until }: Times): Corner[] {
  const span = Math.max(1, until - from);
  const drawn = thinned(points, PLOTTED);
  let before = drawn[0]?.result ?? 0;
  const corners: Corner[] = [];
  for (const { at, result } of [...drawn, { at: until, result: drawn.at(-1)?.result ?? 0 }]) {
    const across = Math.max(0, at - from) / span;
    corners.push([across, before]);
    if (result !== before) corners.push([across, result]);
    before = result;
  }
  return corners;
}

/** What the scale reaches (cents) where nothing was won or lost. */
const MIN_REACH_CENTS = 100;

/** Results over time as lines in steps, the first one on top. Needs the same as text beside it. */
export const StepChart = ({
  lines,
  ...times
}: Times & {
  /** Points oldest first; `className` are classes of the stroke. */
  lines: readonly { readonly points: readonly Point[]; readonly className: string }[];
}) => (
  <div className="px-4 pb-3">
    <Plot
      lines={lines.map(({ points, className }) => ({
        className,
        corners: cornersOf(points, times),
      }))}
      least={MIN_REACH_CENTS}
      textOf={resultText}
    />
  </div>
);
