import { isDemonstration, pairLabel, signalPhase, watTime } from '@quantalgo/contracts';
import { useNow } from '../../../data/core/clock';
import type { ReceivedSignal } from '../../../data/signals/useSignals';
import { useFreshness } from '../../../data/sync/freshness';
import { Chip } from '../../../ui/Chip';
import { Skeleton } from '../../../ui/Loading';
import { DirectionMark, OutcomeChip } from '../../../ui/instruments/Marks';

/** How often (ms) a row may change what it says. */
const ROWS_TICK_MS = 15_000;

const ROW_WORDS = {
  open: 'Open',
  'enter-now': 'Enter now',
  running: 'Running',
  judging: 'Being settled',
} as const;

function Row({ signal, now }: { signal: ReceivedSignal; now: number }) {
  const phase = signalPhase(signal, now);
  return (
    <li className="flex min-h-13 flex-wrap items-center justify-between gap-x-3 border-t border-line-soft">
      <span className="flex items-center gap-3">
        <span className="w-12 text-sm text-muted tabular-nums">{watTime(signal.expiresAt)}</span>
        <span className="grid">
          <span className="font-semibold">{pairLabel(signal.pair)}</span>
          <DirectionMark direction={signal.direction} size="small" />
        </span>
      </span>
      {phase.name === 'settled' ? (
        <OutcomeChip outcome={phase.settlement.outcome} />
      ) : (
        <span className="text-xs text-muted">{ROW_WORDS[phase.name]}</span>
      )}
    </li>
  );
}

/** Says from when the list is while it is not live. */
function Age() {
  const { state, asOf } = useFreshness();
  if (state === 'live' || asOf === null) return null;
  return <span className="text-xs text-muted tabular-nums">as of {watTime(asOf)} WAT</span>;
}

/** The signals before the newest. */
export function RecentSignals({ signals }: { signals: readonly ReceivedSignal[] | undefined }) {
  const now = useNow(ROWS_TICK_MS);
  if (!signals) return <Skeleton className="h-73" />;
  const earlier = signals.slice(1);
  if (earlier.length === 0) return null;
  return (
    <section aria-labelledby="recent">
      <div className="flex flex-wrap items-center justify-between pb-2">
        <div className="flex flex-wrap items-center gap-x-2">
          <h2 id="recent" className="font-semibold">
            Earlier
          </h2>
          {earlier.some(({ source }) => isDemonstration(source)) && (
            <Chip tone="warning">Demonstration</Chip>
          )}
        </div>
        <Age />
      </div>
      <ul>
        {earlier.map((signal) => (
          <Row key={signal.id} signal={signal} now={now} />
        ))}
      </ul>
    </section>
  );
}
