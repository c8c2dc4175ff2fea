import {
  SAMPLE_COPIED_TRADES,
  SAMPLE_COPY_FIGURES,
  SAMPLE_COPY_TRADERS,
} from '../../content/copyTrading';
import { Card } from '../../ui/Card';
import { Figures } from '../../ui/Figures';
import { DirectionMark } from '../../ui/instruments/DirectionMark';
import { Panel } from '../../ui/Panel';
import { Ranking } from '../../ui/Ranking';

const CopiedTrades = () => (
  <Panel title="Copied trades">
    <ul>
      {SAMPLE_COPIED_TRADES.map(({ trader, pair, direction, result }) => (
        <li
          key={pair}
          className="flex min-h-14 items-center justify-between gap-3 border-t border-line-soft px-4 text-sm"
        >
          <span>
            <span className="block font-semibold">{pair}</span>
            <DirectionMark direction={direction} size="small" />
          </span>
          <span className="text-right tabular-nums">
            <span className="block font-semibold">{result}</span>
            <span className="text-xs text-muted">from {trader}</span>
          </span>
        </li>
      ))}
    </ul>
  </Panel>
);

/** What copy trading is going to look like: seen behind the lock alone. */
export const CopyPreview = () => (
  <div className="grid gap-4">
    <Card as="div" className="overflow-hidden">
      <Figures figures={SAMPLE_COPY_FIGURES} />
    </Card>
    <Panel title="Traders to follow">
      <Ranking caption="Traders to follow" traders={SAMPLE_COPY_TRADERS} />
    </Panel>
    <CopiedTrades />
  </div>
);
