import type { ReliabilityPoint } from '@quantalgo/contracts';

const SIZE = 240;
const EDGE = 12;

const placeOf = (percent: number) => EDGE + (percent / 100) * (SIZE - 2 * EDGE);
/** Area by how many signals a point stands for. */
const radiusOf = (settled: number, most: number) => 3 + 7 * Math.sqrt(settled / most);

function Points({ points, look }: { points: readonly ReliabilityPoint[]; look: string }) {
  const most = Math.max(1, ...points.map(({ settled }) => settled));
  return points.map(({ said, seen, settled }) => (
    <circle
      key={said}
      cx={placeOf(said)}
      cy={SIZE - placeOf(seen)}
      r={radiusOf(settled, most)}
      strokeWidth="1.5"
      className={look}
    />
  ));
}

/** What was said against what was seen: on the line they are the same. */
export const CalibrationChart = ({
  firstEntry,
  fourLevels,
}: {
  firstEntry: readonly ReliabilityPoint[];
  fourLevels: readonly ReliabilityPoint[];
}) => (
  <div className="grid justify-items-center gap-2 px-4 pb-4">
    <p className="flex w-full flex-wrap gap-x-5 gap-y-1 text-xs text-muted">
      <span>● First entry</span>
      <span className="text-accent">○ Within four levels</span>
    </p>
    <svg
      aria-hidden
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      className="w-full max-w-72 forced-color-adjust-none"
    >
      <rect
        x={EDGE}
        y={EDGE}
        width={SIZE - 2 * EDGE}
        height={SIZE - 2 * EDGE}
        fill="none"
        className="stroke-line"
      />
      <line
        x1={EDGE}
        y1={SIZE - EDGE}
        x2={SIZE - EDGE}
        y2={EDGE}
        strokeDasharray="4 4"
        className="stroke-edge"
      />
      <Points points={fourLevels} look="fill-transparent stroke-accent" />
      <Points points={firstEntry} look="fill-text/70 stroke-text" />
      <text x={SIZE - EDGE} y={SIZE - 1} textAnchor="end" className="fill-faint text-[9px]">
        said, 0 – 100 %
      </text>
      <text x={EDGE} y={9} className="fill-faint text-[9px]">
        seen, 0 – 100 %
      </text>
    </svg>
  </div>
);
