import { shortDecimal } from '@quantalgo/contracts';
import { resultText } from './paper/paperText';

const WIDTH = 640;
const HEIGHT = 220;
const POINTS = 320;

/** A result in cents at a time (epoch ms). */
interface Point {
  readonly at: number;
  readonly result: number;
}

/** Every so many of a list, the last one always. */
export function thinned<T>(all: readonly T[], count: number): T[] {
  const step = Math.max(1, Math.ceil(all.length / count));
  return all.filter((_, at) => (all.length - 1 - at) % step === 0);
}

interface Scale {
  readonly low: number;
  readonly high: number;
}

function scaleOf(lines: readonly { readonly points: readonly Point[] }[]): Scale {
  let [low, high] = [0, 0];
  for (const { points } of lines)
    for (const { result } of points) [low, high] = [Math.min(low, result), Math.max(high, result)];
  return low === high ? { low: low - 100, high: high + 100 } : { low, high };
}

const heightAt = ({ low, high }: Scale, result: number) =>
  6 + ((high - result) / (high - low)) * (HEIGHT - 12);

interface Times {
  readonly from: number;
  readonly until: number;
}

/** The corners of a line in steps: between two points nothing changes. */
function cornersOf(points: readonly Point[], { from, until }: Times, scale: Scale): string {
  const span = Math.max(1, until - from);
  const drawn = thinned(points, POINTS);
  let before = drawn[0]?.result ?? 0;
  const corners: string[] = [];
  for (const { at, result } of [...drawn, { at: until, result: drawn.at(-1)?.result ?? 0 }]) {
    const x = shortDecimal((WIDTH * Math.max(0, at - from)) / span);
    corners.push(`${x},${shortDecimal(heightAt(scale, before))}`);
    if (result !== before) corners.push(`${x},${shortDecimal(heightAt(scale, result))}`);
    before = result;
  }
  return corners.join(' ');
}

/** How a line looks, as a key beside its name. */
export const LineKey = ({ look }: { look: string }) => (
  <svg aria-hidden viewBox="0 0 20 4" className="h-1 w-5 shrink-0 forced-color-adjust-none">
    <line x1="0" x2="20" y1="2" y2="2" strokeWidth="2" className={look} />
  </svg>
);

/** Results over time as lines in steps, the first one on top. Needs the same as text beside it. */
export function StepChart({
  lines,
  from,
  until,
}: Times & {
  /** Points oldest first; `look` are classes of the stroke. */
  lines: readonly { readonly points: readonly Point[]; readonly look: string }[];
}) {
  const scale = scaleOf(lines);
  const zero = heightAt(scale, 0);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2 px-4 pb-3">
      <svg
        aria-hidden
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="h-52 w-full forced-color-adjust-none"
      >
        <line x1="0" x2={WIDTH} y1={zero} y2={zero} strokeWidth="1" className="stroke-edge" />
        {[...lines].reverse().map(({ points, look }) => (
          <polyline
            key={look}
            points={cornersOf(points, { from, until }, scale)}
            fill="none"
            strokeWidth="1.75"
            strokeLinejoin="round"
            vectorEffect="non-scaling-stroke"
            className={look}
          />
        ))}
      </svg>
      <p
        aria-hidden
        className="flex h-52 flex-col justify-between text-right text-xs text-faint tabular-nums"
      >
        <span>{resultText(scale.high)}</span>
        <span>{resultText(scale.low)}</span>
      </p>
    </div>
  );
}
