import type { SampleTrade } from '../../content/botAccess';
import { DirectionMark } from '../../ui/instruments/DirectionMark';
import { Panel } from '../../ui/Panel';
import { SampleTag } from '../../ui/SampleTag';

const toneOf = (result: string) => (result.startsWith('+') ? 'text-call' : 'text-put');

/** Sample trades, one a row. */
export const Trades = ({ title, trades }: { title: string; trades: readonly SampleTrade[] }) => (
  <Panel title={title} aside={<SampleTag />}>
    <ul>
      {trades.map(({ pair, direction, size, result, when }) => (
        <li
          key={pair}
          className="flex min-h-14 items-center gap-3 border-t border-line-soft px-4 py-2 tabular-nums"
        >
          <span className="min-w-0 flex-1">
            <span className="block text-sm font-semibold">{pair}</span>
            <span className="flex items-center gap-1 text-xs text-muted">
              <DirectionMark direction={direction} size="small" /> · {size}
            </span>
          </span>
          <span className="grid justify-items-end text-xs text-muted">
            <span className={`text-sm font-semibold ${toneOf(result)}`}>{result}</span>
            {when}
          </span>
        </li>
      ))}
    </ul>
  </Panel>
);
