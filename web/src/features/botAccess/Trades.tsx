import type { SampleTrade } from '../../content/botAccess';
import { CallRow } from '../../ui/SampleCalls';
import { Panel } from '../../ui/Card';
import { SampleTag } from '../../ui/Chip';

const toneOf = (result: string) => (result.startsWith('+') ? 'text-call' : 'text-put');

/** Sample trades, one a row. */
export const Trades = ({ title, trades }: { title: string; trades: readonly SampleTrade[] }) => (
  <Panel title={title} aside={<SampleTag />}>
    <ul>
      {trades.map(({ pair, direction, size, result, when }) => (
        <CallRow key={pair} pair={pair} direction={direction} note={size}>
          <span className="grid justify-items-end text-xs text-muted">
            <span className={`text-sm font-semibold ${toneOf(result)}`}>{result}</span>
            {when}
          </span>
        </CallRow>
      ))}
    </ul>
  </Panel>
);
