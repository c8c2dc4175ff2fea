import { formatCount, formatDate, formatTime } from '@quantalgo/contracts/core/format';
import { WAT } from '@quantalgo/contracts/core/time';
import { formatPair, formatPrice } from '@quantalgo/contracts/market/pairs';
import { LEVELS } from '@quantalgo/contracts/signals/ladder';
import { useState } from 'react';
import { getFirstEntryTime } from '../../data/signals/useDigests';
import { useVerdict } from '../../data/settings/useVerdict';
import { SidewaysScroller } from '../../ui/AsTable';
import { Button } from '../../ui/Button';
import { Panel } from '../../ui/Card';
import { DirectionMark } from '../../ui/instruments/DirectionMark';
import { OutcomeChip, VerdictMark } from '../../ui/instruments/Marks';
import type { SettledDigest } from './figures';

const PAGE_ROWS = 50;

const COLUMN_HEADS = [
  'Entry time, WAT',
  'Pair',
  'Direction',
  'Level',
  'Entry',
  'Exit',
  'Result',
  'Verdict',
];

/** Newest first, with the prices of the level that decided each signal. */
export function SignalTable({ signals }: { signals: readonly SettledDigest[] }) {
  const [rowCount, setRowCount] = useState(PAGE_ROWS);
  return (
    <Panel
      title="Signals"
      aside={
        <span className="text-xs text-muted tabular-nums">
          {`${formatCount(Math.min(rowCount, signals.length))} of ${formatCount(signals.length)}`}
        </span>
      }
    >
      <SidewaysScroller label="Signals" className="border-t border-line-soft">
        <table className="w-full text-sm tabular-nums">
          <caption className="sr-only">Settled signals, newest first</caption>
          <thead className="text-xs text-muted">
            <tr>
              {COLUMN_HEADS.map((head) => (
                <th
                  key={head}
                  scope="col"
                  className="px-3 py-2 text-left font-normal whitespace-nowrap first:pl-4 last:pr-4"
                >
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {signals.slice(0, rowCount).map((signal) => (
              <SignalRow key={signal.id} signal={signal} />
            ))}
          </tbody>
        </table>
      </SidewaysScroller>
      {signals.length > rowCount && (
        <div className="border-t border-line-soft p-3">
          <Button size="small" onClick={() => setRowCount(rowCount + PAGE_ROWS)}>
            Show more
          </Button>
        </div>
      )}
    </Panel>
  );
}

const CELL_CLASS = 'border-t border-line-soft px-3 py-2 whitespace-nowrap first:pl-4 last:pr-4';

function SignalRow({ signal }: { signal: SettledDigest }) {
  const { pair, direction, ending, entered } = signal;
  const { name: verdict } = useVerdict(signal);
  const level = ending.outcome === 'loss' ? LEVELS.length - 1 : (ending.level ?? 0);
  const entryTime = getFirstEntryTime(signal);
  const formatClose = (close: number) => {
    const price = ending.closes[close]?.price ?? null;
    return price === null ? '–' : formatPrice(pair, price);
  };
  return (
    <tr>
      <th scope="row" className={`${CELL_CLASS} text-left font-normal text-muted`}>
        {`${formatDate(entryTime, WAT)}, ${formatTime(entryTime, WAT)}`}
      </th>
      <td translate="no" className={`${CELL_CLASS} font-semibold`}>
        {formatPair(pair)}
      </td>
      <td className={CELL_CLASS}>
        <DirectionMark direction={direction} size="small" quiet={entered === false} />
      </td>
      <td className={CELL_CLASS}>{level}</td>
      <td translate="no" className={CELL_CLASS}>
        {formatClose(level)}
      </td>
      <td translate="no" className={CELL_CLASS}>
        {formatClose(level + 1)}
      </td>
      <td className={CELL_CLASS}>
        <OutcomeChip outcome={ending.outcome} entered={entered} />
      </td>
      <td className={CELL_CLASS}>
        <VerdictMark verdict={verdict} />
      </td>
    </tr>
  );
}
