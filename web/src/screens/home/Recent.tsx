import { formatPercent, formatTime, formatZonedTime } from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { formatPair } from '@quantalgo/contracts/market/pairs';
import { LEVELS } from '@quantalgo/contracts/signals/ladder';
import { getEntryTime } from '@quantalgo/contracts/signals/signal';
import { getSignalState, type SignalState } from '@quantalgo/contracts/signals/signalState';
import { describeState } from '@quantalgo/contracts/signals/stateText';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { useZone } from '../../core/zone';
import { useNow } from '../../data/core/clock';
import { useVerdict } from '../../data/settings/useVerdict';
import type { ReceivedSignal } from '../../data/signals/useSignals';
import { useFreshness } from '../../data/sync/freshness';
import { Panel } from '../../ui/Card';
import { DirectionMark } from '../../ui/instruments/DirectionMark';
import { OutcomeChip } from '../../ui/instruments/Marks';
import { isQuiet } from '../../ui/instruments/SignalHead';
import { Skeleton } from '../../ui/Loading';

const ROW_REFRESH_INTERVAL_MS = 15_000;

/** `level 0`, `all 4 levels`, `no-go`; empty until the signal has ended. */
function formatOutcome(state: SignalState): string {
  if (state.name === 'no-go') return 'no-go';
  if (state.name !== 'ended') return '';
  if (!state.isEntered) return 'no-go';
  if (state.outcome === 'loss') return `all ${LEVELS.length} levels`;
  return `level ${state.level ?? 0}`;
}

function Row({ signal, now }: { signal: ReceivedSignal; now: number }) {
  const { name: verdict } = useVerdict(signal);
  const zone = useZone();
  const state = getSignalState(signal, now);
  const details = [formatOutcome(state), formatPercent(signal.confidence.value)];
  return (
    <li className="flex min-h-14 flex-wrap items-center justify-between gap-x-3 border-t border-line-soft px-4 py-1.5">
      <span translate="no" className="w-11 shrink-0 text-sm text-muted tabular-nums">
        {formatTime(getEntryTime(signal), zone)}
      </span>
      <span className="grid min-w-0 flex-1 basis-20">
        <span translate="no" className="text-sm font-semibold">
          {formatPair(signal.pair)}
        </span>
        <span className="flex items-center gap-x-1 text-xs text-muted tabular-nums">
          <DirectionMark
            direction={signal.direction}
            size="small"
            quiet={isQuiet(state, verdict)}
          />
          <span
            translate="no"
            className="truncate"
          >{`· ${details.filter(Boolean).join(' · ')}`}</span>
        </span>
      </span>
      {state.name === 'ended' ? (
        <OutcomeChip outcome={state.outcome} entered={state.isEntered} />
      ) : (
        <span data-passing translate="no" className="text-right text-xs text-muted">
          {describeState(state, { now, zone, verdict }).verb}
        </span>
      )}
    </li>
  );
}

/** Hidden while the data is live. */
function DataAge() {
  const { state, asOf } = useFreshness();
  const zone = useZone();
  if (state === 'live' || asOf === null) return null;
  return (
    <span translate="no" className="text-xs text-muted tabular-nums">
      {`as of ${formatZonedTime(asOf, zone)}`}
    </span>
  );
}

export function LastFive({
  signals,
  className,
}: {
  signals: readonly ReceivedSignal[] | undefined;
  className: string;
}) {
  const now = useNow(ROW_REFRESH_INTERVAL_MS);
  return (
    <Panel
      title="Last five"
      className={className}
      aside={
        <>
          <DataAge />
          <Link
            to={PATHS.signalHistory}
            className="-mr-2 flex min-h-11 items-center gap-1 px-2 text-sm hover:underline"
          >
            <span>All</span>
            <ChevronRight size={16} aria-hidden className="text-muted" />
          </Link>
        </>
      }
    >
      {signals?.length === 0 && (
        <p className="border-t border-line-soft px-4 py-3 text-sm text-muted">
          No signals yet. Your first ones will appear here.
        </p>
      )}
      {signals ? (
        <ul>
          {/* Keyed by position: a new signal updates the texts instead of moving rows. */}
          {signals.map((signal, place) => (
            <Row key={place} signal={signal} now={now} />
          ))}
        </ul>
      ) : (
        <Skeleton className="h-70" />
      )}
    </Panel>
  );
}
