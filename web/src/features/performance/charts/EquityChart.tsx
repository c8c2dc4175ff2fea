import { thinned, type EquityPoint } from '../figures/equity';
import { stakesText } from '../words';

const WIDTH = 640;
const HEIGHT = 220;
const POINTS = 320;

interface Scale {
  readonly low: number;
  readonly high: number;
}

/** From the lowest to the highest sum, nothing earned always within. */
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
    .map((value, at) => `${(at * step).toFixed(1)},${heightAt(scale, value).toFixed(1)}`)
    .join(' ');
}

const Line = ({ values, scale, look }: { values: number[]; scale: Scale; look: string }) => (
  <polyline
    points={lineOf(values, scale)}
    fill="none"
    strokeWidth="1.75"
    strokeLinejoin="round"
    vectorEffect="non-scaling-stroke"
    className={look}
  />
);

const Key = ({ look, children }: { look: string; children: string }) => (
  <span className="flex items-center gap-2">
    <svg aria-hidden viewBox="0 0 20 4" className="h-1 w-5">
      <line x1="0" x2="20" y1="2" y2="2" strokeWidth="2" className={look} />
    </svg>
    {children}
  </span>
);

const FLAT = 'stroke-text';
const LADDER = 'stroke-amber [stroke-dasharray:5_3]';

/** How the sums rose and fell, signal by signal. */
export function EquityChart({ points }: { points: readonly EquityPoint[] }) {
  const drawn = [{ id: 'start', number: 0, flat: 0, ladder: 0 }, ...thinned(points, POINTS)];
  const scale = scaleOf(drawn);
  const zero = heightAt(scale, 0);
  return (
    <div className="px-4 pb-4">
      <p className="flex flex-wrap gap-x-5 gap-y-1 pb-3 text-xs text-muted">
        <Key look={FLAT}>First entry alone, flat stake</Key>
        <Key look={LADDER}>All four levels, martingale</Key>
      </p>
      <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-2">
        <svg
          aria-hidden
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-52 w-full forced-color-adjust-none"
        >
          <line x1="0" x2={WIDTH} y1={zero} y2={zero} strokeWidth="1" className="stroke-edge" />
          <Line values={drawn.map(({ ladder }) => ladder)} scale={scale} look={LADDER} />
          <Line values={drawn.map(({ flat }) => flat)} scale={scale} look={FLAT} />
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
