import {
  SAMPLE_COPIED_TRADES,
  SAMPLE_COPY_FIGURES,
  SAMPLE_COPY_TRADERS,
} from '../../content/copyTrading';
import { CallRow } from '../../ui/SampleCalls';
import { Card, Figures, Panel } from '../../ui/Card';
import { Ranking } from '../../ui/Ranking';

const CopiedTrades = () => (
  <Panel title="Copied trades">
    <ul>
      {SAMPLE_COPIED_TRADES.map(({ trader, pair, direction, result }) => (
        <CallRow key={pair} pair={pair} direction={direction} note={`from ${trader}`}>
          <span className="text-sm font-semibold">{result}</span>
        </CallRow>
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
