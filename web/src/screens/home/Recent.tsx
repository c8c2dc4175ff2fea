import { formatPercent, formatTime, formatZonedTime } from '@quantalgo/contracts/core/format';
import { formatPair } from '@quantalgo/contracts/market/pairs';
import { isDemonstration, getSignalPhase, getEntryTime } from '@quantalgo/contracts/signals/signal';
import { getVerdict } from '@quantalgo/contracts/signals/verdict';
import { usePayout } from '../../data/settings/payout';
import { useNow } from '../../data/core/clock';
import type { ReceivedSignal } from '../../data/signals/useSignals';
import { useFreshness } from '../../data/sync/freshness';
import { useZone } from '../../core/zone';
import { Panel } from '../../ui/Card';
import { Chip } from '../../ui/Chip';
import { Skeleton } from '../../ui/Loading';
import { CallRow } from '../../ui/SampleCalls';
import { DirectionMark, OutcomeChip, VerdictMark } from '../../ui/instruments/Marks';

const ROW_REFRESH_INTERVAL_MS = 15_000;

const ROW_TEXT = {
  open: 'Open',
  checking: 'Checking the price',
  'enter-now': 'Enter now',
  'no-go': 'No go',
  running: 'Running',
  judging: 'Waiting for the close',
} as const;

function SignalState({ signal, now }: { signal: ReceivedSignal; now: number }) {
  const phase = getSignalPhase(signal, now);
  return phase.name === 'settled' ? (
    <OutcomeChip outcome={phase.settlement.outcome} />
  ) : (
    <span data-passing translate="no" className="text-xs text-muted">
      {ROW_TEXT[phase.name]}
    </span>
  );
}

function Row({ signal, now }: { signal: ReceivedSignal; now: number }) {
  const verdict = getVerdict(signal, usePayout()).name;
  const zone = useZone();
  return (
    <li className="flex min-h-13 flex-wrap items-center justify-between gap-x-3 border-t border-line-soft px-4 py-1.5">
      <span className="flex items-center gap-3">
        <span translate="no" className="w-12 text-sm text-muted tabular-nums">
          {formatTime(getEntryTime(signal), zone)}
        </span>
        <span className="grid">
          <span className="flex flex-wrap items-center gap-x-2">
            <span translate="no" className="font-semibold">
              {formatPair(signal.pair)}
            </span>
            <VerdictMark verdict={verdict} />
          </span>
          <DirectionMark direction={signal.direction} size="small" quiet={verdict === 'paper'} />
        </span>
      </span>
      <SignalState signal={signal} now={now} />
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

const Demonstration = ({ signals }: { signals: readonly ReceivedSignal[] }) =>
  signals.some(({ source }) => isDemonstration(source)) && (
    <Chip tone="warning">Demonstration</Chip>
  );

export function RecentSignals({ signals }: { signals: readonly ReceivedSignal[] | undefined }) {
  const now = useNow(ROW_REFRESH_INTERVAL_MS);
  if (!signals) return <Skeleton className="h-81" />;
  const earlier = signals.slice(1);
  if (earlier.length === 0) return null;
  return (
    <Panel
      title="Earlier"
      aside={
        <span className="flex items-center gap-2">
          <DataAge />
          <Demonstration signals={earlier} />
        </span>
      }
    >
      <ul>
        {earlier.map((signal) => (
          <Row key={signal.id} signal={signal} now={now} />
        ))}
      </ul>
    </Panel>
  );
}

const LAST_SIGNAL_COUNT = 5;

export function LastSignals({ signals }: { signals: readonly ReceivedSignal[] | undefined }) {
  const now = useNow(ROW_REFRESH_INTERVAL_MS);
  const zone = useZone();
  if (!signals) return <Skeleton className="h-80" />;
  const last = signals.slice(0, LAST_SIGNAL_COUNT);
  return (
    <Panel title="Last five signals" aside={<Demonstration signals={last} />}>
      {last.length === 0 && (
        <p className="border-t border-line-soft px-4 py-3 text-sm text-muted">
          No signals yet. The first ones appear here.
        </p>
      )}
      <ul>
        {last.map((signal) => (
          <CallRow
            key={signal.id}
            pair={formatPair(signal.pair)}
            direction={signal.direction}
            note={formatZonedTime(getEntryTime(signal), zone)}
          >
            <span className="grid justify-items-end gap-0.5 text-right text-xs text-muted">
              <span>
                <span translate="no" className="text-sm font-semibold text-text">
                  {formatPercent(signal.confidence.value)}
                </span>{' '}
                confidence
              </span>
              <SignalState signal={signal} now={now} />
            </span>
          </CallRow>
        ))}
      </ul>
    </Panel>
  );
}
