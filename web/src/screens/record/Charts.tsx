import { formatDecimal, formatShortDecimal } from '@quantalgo/contracts/core/format';
import { LEVEL_COUNT, LOSS_TEXT } from '@quantalgo/contracts/signals/words';
import { AsTable, numberColumn } from '../../ui/AsTable';
import { Panel } from '../../ui/Card';
import { type Corner, LineKey, Plot, MAX_PLOT_POINTS, thinOut } from '../../ui/Plot';
import { formatEntryDay, type Equity, type EquityPoint, formatStakes } from './figures';

const MAX_TABLE_ROWS = 12;

export function EquityPanel({ equity, payout }: { equity: Equity; payout: number }) {
  const { points, flatDrawdown, ladderDrawdown } = equity;
  return (
    <Panel
      title="Result in first stakes"
      aside={
        <span className="text-xs text-muted tabular-nums">{`at ${formatPercent(payout)} payout`}</span>
      }
    >
      <EquityChart points={points} />
      <p className="border-t border-line-soft px-4 py-3 text-xs text-muted tabular-nums">
        {`Deepest fall: ${formatDecimal(flatDrawdown)} by flat stake, ${formatDecimal(ladderDrawdown)} by martingale. A signal that loses all ${LEVEL_COUNT} levels costs ${LOSS_TEXT} first stakes.`}
      </p>
      <AsTable
        caption="Result in first stakes after so many signals"
        columns={[{ name: 'Signals' }, ...['Up to', 'Flat stake', 'Martingale'].map(numberColumn)]}
        rows={thinOut(points, MAX_TABLE_ROWS).map(({ number, id, flat, ladder }) => [
          String(number),
          formatEntryDay(id),
          formatStakes(flat),
          formatStakes(ladder),
        ])}
      />
    </Panel>
  );
}

const formatPercent = (payout: number) => `${formatShortDecimal(payout * 100)} %`;

const CurveKey = ({ className, children }: { className: string; children: string }) => (
  <span className="flex items-center gap-2">
    <LineKey className={className} />
    <span>{children}</span>
  </span>
);

const FLAT = 'stroke-text';

const LADDER = 'stroke-amber [stroke-dasharray:5_3]';

function EquityChart({ points }: { points: readonly EquityPoint[] }) {
  const plottedPoints = [{ flat: 0, ladder: 0 }, ...thinOut(points, MAX_PLOT_POINTS)];
  const last = Math.max(1, plottedPoints.length - 1);
  const toLine = (className: string, values: readonly number[]) => ({
    className,
    corners: values.map((value, index): Corner => [index / last, value]),
  });
  const lines = [
    toLine(
      FLAT,
      plottedPoints.map(({ flat }) => flat),
    ),
    toLine(
      LADDER,
      plottedPoints.map(({ ladder }) => ladder),
    ),
  ];
  return (
    <div className="px-4 pb-4">
      <p className="flex flex-wrap gap-x-5 gap-y-1 pb-3 text-xs text-muted">
        <CurveKey className={FLAT}>First entry alone, flat stake</CurveKey>
        <CurveKey className={LADDER}>{`All ${LEVEL_COUNT} levels, martingale`}</CurveKey>
      </p>
      <Plot lines={lines} least={1} textOf={formatStakes} />
    </div>
  );
}
