import { FOUR_LEVEL_LOSS } from '@quantalgo/contracts';
import { AsTable, figures } from '../../../ui/AsTable';
import { Panel } from '../../../ui/Card';
import { EquityChart } from '../charts/EquityChart';
import { thinned, type Equity } from '../figures/equity';
import { dayText, stakesText } from '../words';

const ROWS = 12;

/** What a stake would have become, by either way of playing. */
export function EquityPanel({ equity, payout }: { equity: Equity; payout: number }) {
  const { points, flatDrawdown, ladderDrawdown } = equity;
  return (
    <Panel
      title="Result in first stakes"
      aside={<span className="text-xs text-muted tabular-nums">at {percentOf(payout)} payout</span>}
    >
      <EquityChart points={points} />
      <p className="border-t border-line-soft px-4 py-3 text-xs text-muted tabular-nums">
        Deepest fall: {flatDrawdown.toFixed(1)} by flat stake, {ladderDrawdown.toFixed(1)} by
        martingale. A signal that loses all four levels costs {FOUR_LEVEL_LOSS.toFixed(1)} first
        stakes.
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

const percentOf = (payout: number) => `${Number((payout * 100).toFixed(1))} %`;
