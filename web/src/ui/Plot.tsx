import { shortDecimal } from '@quantalgo/contracts/core/format';

const WIDTH = 640;
const HEIGHT = 220;
const MARGIN = 6;

/** Corners of a line: how far across (0 to 1), and the value there. */
export type Corner = readonly [across: number, value: number];

/** As many points of a line as its width can show. */
export const PLOTTED = 320;

/** Every so many of a list, the last one always. */
export function thinned<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.ceil(all.length / count));
  return all.filter((_, at) => (all.length - 1 - at) % step === 0);
}

/** From the lowest to the highest value, always including zero, and never nothing. */
function scaleOf(lines: readonly (readonly Corner[])[], least: number) {
  let [low, high] = [0, 0];
  for (const line of lines)
    for (const [, value] of line) [low, high] = [Math.min(low, value), Math.max(high, value)];
  return low === high ? { low: low - least, high: high + least } : { low, high };
}

/** How a line looks, as a key beside its name. */
export const LineKey = ({ className }: { className: string }) => (
  <svg aria-hidden viewBox="0 0 20 4" className="h-1 w-5 shrink-0 forced-color-adjust-none">
    <line x1="0" x2="20" y1="2" y2="2" strokeWidth="2" className={className} />
  </svg>
);

/** Lines over a zero line, the first one on top. Needs the same as text beside it. */
export function Plot({
  lines,
  least,
  textOf,
}: {
  /** `className` are classes of the stroke. */
  lines: readonly { readonly className: string; readonly corners: readonly Corner[] }[];
  /** Half-range of the scale if all values are zero. */
  least: number;
  /** A value at the scale's end in words. */
  textOf: (value: number) => string;
}) {
  const { low, high } = scaleOf(
    lines.map(({ corners }) => corners),
    least,
  );
  const heightAt = (value: number) =>
    MARGIN + ((high - value) / (high - low)) * (HEIGHT - 2 * MARGIN);
  const pointAt = ([across, value]: Corner) =>
    `${shortDecimal(across * WIDTH)},${shortDecimal(heightAt(value))}`;
  const zero = heightAt(0);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2">
      <svg
        aria-hidden
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-52 w-full overflow-visible forced-color-adjust-none"
      >
        <line x1="0" x2={WIDTH} y1={zero} y2={zero} strokeWidth="1" className="stroke-edge" />
        {[...lines].reverse().map(({ corners, className }) => (
          <polyline
            key={className}
            points={corners.map(pointAt).join(' ')}
            fill="none"
            strokeWidth="1.75"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
            className={className}
          />
        ))}
      </svg>
      <p
        translate="no"
        aria-hidden
        className="flex h-52 flex-col justify-between text-right text-xs text-faint tabular-nums"
      >
        <span>{textOf(high)}</span>
        <span>{textOf(low)}</span>
      </p>
    </div>
  );
}
