import { decimalText, LEVEL_COUNT, LOSS_TEXT, shortDecimal } from '@quantalgo/contracts';
import { AsTable, figures } from '../../ui/AsTable';
import { Panel } from '../../ui/Card';
import { dayText, type Equity, type EquityPoint, stakesText, thinned } from './figures';

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
