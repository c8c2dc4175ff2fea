import { formatDecimal, formatPercent, formatZonedTime } from '@quantalgo/contracts/core/format';
import { formatPair } from '@quantalgo/contracts/market/pairs';
import { formatResult } from '@quantalgo/contracts/signals/stateText';
import { type ReactNode, useState } from 'react';
import { computeSessionFigures } from '../../data/live/signals';
import type { ReceivedSignal } from '../../data/signals/useSignals';
import { useZone } from '../../core/zone';
import { Button } from '../../ui/Button';
import { Panel } from '../../ui/Card';
import { Skeleton } from '../../ui/Loading';
import { SignalRow } from '../../ui/SampleSignals';
import { FigureRows } from './FigureRows';

const DOT_CLASSES = { profit: 'bg-call', loss: 'bg-put', 'break-even': 'bg-flat' } as const;

const Empty = ({ children }: { children: string }) => (
  <p className="border-t border-line-soft px-4 py-3 text-sm text-muted">{children}</p>
);

function Status({ signal: { settlement, entered } }: { signal: ReceivedSignal }) {
  const isEntered = entered !== false;
  const resultDot = settlement && isEntered ? DOT_CLASSES[settlement.outcome] : 'bg-edge';
  const dot = settlement || !isEntered ? resultDot : 'animate-pulse bg-amber';
  return (
    <span className="flex w-32 items-center gap-2 text-xs text-muted">
      <span
        aria-hidden
        className={`size-2 shrink-0 rounded-full forced-color-adjust-none ${dot}`}
      />
      <span translate="no">
        {settlement ? formatResult(settlement, isEntered) : isEntered ? 'Active' : 'No-go'}
      </span>
    </span>
  );
}

const COLLAPSED_SIGNALS = 8;

/** Newest first. */
export function SessionSignals({ signals }: { signals: readonly ReceivedSignal[] | undefined }) {
  const [isExpanded, setExpanded] = useState(false);
  const zone = useZone();
  return (
    <Panel title="Live platinum signals">
      {!signals ? (
        <div aria-busy="true" aria-label="Loading signals" className="border-t border-line-soft">
          <Skeleton className="h-96 w-full" />
        </div>
      ) : signals.length === 0 ? (
        <Empty>No signals in this session yet. They appear here as they arrive.</Empty>
      ) : (
        <ul>
          {(isExpanded ? signals : signals.slice(0, COLLAPSED_SIGNALS)).map((signal) => (
            <SignalRow
              key={signal.id}
              pair={formatPair(signal.pair)}
              direction={signal.direction}
              note={formatZonedTime(signal.createdAt, zone)}
            >
              <span translate="no" className="text-sm font-semibold">
                {formatPercent(signal.confidence.value)}
              </span>
              <Status signal={signal} />
            </SignalRow>
          ))}
        </ul>
      )}
      {!isExpanded && signals && signals.length > COLLAPSED_SIGNALS && (
        <div className="border-t border-line-soft px-4 py-2">
          <Button size="small" onClick={() => setExpanded(true)}>
            {`Show all ${signals.length} signals`}
          </Button>
        </div>
      )}
    </Panel>
  );
}

const formatStakes = (profit: number): string =>
  `${profit < 0 ? '−' : '+'}${formatDecimal(Math.abs(profit), 1)} stakes`;

export function SessionPerformance({
  title,
  aside,
  signals,
}: {
  title: string;
  aside: ReactNode;
  signals: readonly ReceivedSignal[] | undefined;
}) {
  const { settled, winRate, confidence, profit, ...counts } = computeSessionFigures(signals ?? []);
  const isLoading = signals === undefined;
  const rows = [
    { label: 'Win rate', value: formatPercent(winRate) },
    { label: 'Signals', value: isLoading ? '–' : `${counts.signals}` },
    { label: 'Average confidence', value: formatPercent(confidence) },
    { label: 'Session profit', value: settled === 0 ? '–' : formatStakes(profit) },
  ];
  return (
    <Panel title={title} aside={aside}>
      {counts.signals === 0 && !isLoading ? (
        <Empty>Results appear once the session has signals.</Empty>
      ) : (
        <>
          <FigureRows rows={rows} />
          <p className="border-t border-line-soft px-4 py-3 text-xs text-pretty text-faint">
            {`Paper results of the ${isLoading ? 'signals' : settled} that could be entered, with all levels played at the stated payout. The win rate doesn’t count flat signals. Profit is in first stakes.`}
          </p>
        </>
      )}
    </Panel>
  );
}
