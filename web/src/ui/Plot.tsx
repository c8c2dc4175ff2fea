import { formatShortDecimal } from '@quantalgo/contracts/core/format';

const PLOT_WIDTH = 640;
const PLOT_HEIGHT = 220;
const PLOT_MARGIN = 6;

/** `across` is 0 to 1. */
export type PlotPoint = readonly [across: number, value: number];

/** A plot isn't wide enough to show more points of a line. */
export const MAX_PLOT_POINTS = 320;

/** Every n-th element, at most about `count`; always includes the last. */
export function thinOut<T>(items: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.ceil(items.length / count));
  return items.filter((_, at) => (items.length - 1 - at) % step === 0);
}

/** The range includes zero and is never empty. */
function getScale(lines: readonly (readonly PlotPoint[])[], minHalfRange: number) {
  let [low, high] = [0, 0];
  for (const line of lines)
    for (const [, value] of line) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return low === high ? { low: low - minHalfRange, high: high + minHalfRange } : { low, high };
}

export const LineKey = ({ className }: { className: string }) => (
  <svg aria-hidden viewBox="0 0 20 4" className="h-1 w-5 shrink-0 forced-color-adjust-none">
    <line x1="0" x2="20" y1="2" y2="2" strokeWidth="2" className={className} />
  </svg>
);

/** The first line is on top. Hidden from screen readers. Say the same in text beside it. */
export function Plot({
  lines,
  minHalfRange,
  formatValue,
}: {
  lines: readonly { readonly className: string; readonly corners: readonly PlotPoint[] }[];
  /** Half-range of the scale if all values are zero. */
  minHalfRange: number;
  /** Labels the ends of the scale. */
  formatValue?: ((value: number) => string) | undefined;
}) {
  const { low, high } = getScale(
    lines.map(({ corners }) => corners),
    minHalfRange,
  );
  const toY = (value: number) =>
    PLOT_MARGIN + ((high - value) / (high - low)) * (PLOT_HEIGHT - 2 * PLOT_MARGIN);
  const toPoint = ([across, value]: PlotPoint) =>
    `${formatShortDecimal(across * PLOT_WIDTH)},${formatShortDecimal(toY(value))}`;
  const zero = toY(0);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2">
      <svg
        aria-hidden
        viewBox={`0 0 ${PLOT_WIDTH} ${PLOT_HEIGHT}`}
        preserveAspectRatio="none"
        className="h-52 w-full overflow-visible forced-color-adjust-none"
      >
        <line x1="0" x2={PLOT_WIDTH} y1={zero} y2={zero} strokeWidth="1" className="stroke-edge" />
        {[...lines].reverse().map(({ corners, className }) => (
          <polyline
            key={className}
            points={corners.map(toPoint).join(' ')}
            fill="none"
            strokeWidth="1.75"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
            className={className}
          />
        ))}
      </svg>
      {formatValue && (
        <p
          translate="no"
          aria-hidden
          className="flex h-52 flex-col justify-between text-right text-xs text-faint tabular-nums"
        >
          <span>{formatValue(high)}</span>
          <span>{formatValue(low)}</span>
        </p>
      )}
    </div>
  );
}
