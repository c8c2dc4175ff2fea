import { decimalText, shortDecimal } from '@quantalgo/contracts/core/format';
import { LEVEL_COUNT, LOSS_TEXT } from '@quantalgo/contracts/signals/words';
import { AsTable, figures } from '../../ui/AsTable';
import { Panel } from '../../ui/Card';
import { type Corner, LineKey, Plot, PLOTTED, thinned } from '../../ui/Plot';
import { dayText, type Equity, type EquityPoint, stakesText } from './figures';

const ROWS = 12;

/** The cumulative result of both ways to stake. */
export function EquityPanel({ equity, payout }: { equity: Equity; payout: number }) {
  const { points, flatDrawdown, ladderDrawdown } = equity;
  return (
    <Panel
      title="Result in first stakes"
      aside={
        <span className="text-xs text-muted tabular-nums">{`at ${percentOf(payout)} payout`}</span>
      }
    >
      <EquityChart points={points} />
      <p className="border-t border-line-soft px-4 py-3 text-xs text-muted tabular-nums">
        {`Deepest fall: ${decimalText(flatDrawdown)} by flat stake, ${decimalText(ladderDrawdown)} by martingale. A signal that loses all ${LEVEL_COUNT} levels costs ${LOSS_TEXT} first stakes.`}
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

const CurveKey = ({ className, children }: { className: string; children: string }) => (
  <span className="flex items-center gap-2">
    <LineKey className={className} />
    <span>{children}</span>
  </span>
);

const FLAT = 'stroke-text';

const LADDER = 'stroke-amber [stroke-dasharray:5_3]';

/** The cumulative sums, signal by signal. */
function EquityChart({ points }: { points: readonly EquityPoint[] }) {
  const drawn = [{ flat: 0, ladder: 0 }, ...thinned(points, PLOTTED)];
  const last = Math.max(1, drawn.length - 1);
  const lineOf = (className: string, values: readonly number[]) => ({
    className,
    corners: values.map((value, at): Corner => [at / last, value]),
  });
  const lines = [
    lineOf(
      FLAT,
      drawn.map(({ flat }) => flat),
    ),
    lineOf(
      LADDER,
      drawn.map(({ ladder }) => ladder),
    ),
  ];
  return (
    <div className="px-4 pb-4">
      <p className="flex flex-wrap gap-x-5 gap-y-1 pb-3 text-xs text-muted">
        <CurveKey className={FLAT}>First entry alone, flat stake</CurveKey>
        <CurveKey className={LADDER}>{`All ${LEVEL_COUNT} levels, martingale`}</CurveKey>
      </p>
      <Plot lines={lines} least={1} textOf={stakesText} />
    </div>
  );
}
