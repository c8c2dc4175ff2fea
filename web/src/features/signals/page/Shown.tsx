import { pairLabel, watDate } from '@quantalgo/contracts';
import { useNow } from '../../../data/core/clock';
import type { ReceivedSignal } from '../../../data/signals/useSignals';
import { useFreshness } from '../../../data/sync/freshness';
import { ScreenHead } from '../../../ui/ScreenHead';
import { SideBySide } from '../../../ui/Card';
import { SignalCard } from '../card/SignalCard';
import { ageText, knownUntil } from '../freshnessWords';
import { watText } from '../words';
import { CandlesPanel } from './CandlesPanel';
import { Delivery, Settled } from './Settled';
import { ShareLink } from './ShareLink';
import { Why } from './Why';

/** The card in whichever state it is, by the second. */
function Card({ signal }: { signal: ReceivedSignal }) {
  const now = useNow();
  const freshness = useFreshness();
  return <SignalCard signal={signal} now={now} knownUntil={knownUntil(freshness, now)} />;
}

/** How old it is where it can still change. */
function Age({ signal }: { signal: ReceivedSignal }) {
  const age = ageText(useFreshness());
  return signal.settlement === null && age && <> · {age}</>;
}

/** All that is known of a signal. */
export function Shown({ signal }: { signal: ReceivedSignal }) {
  const { settlement } = signal;
  return (
    <>
      <ScreenHead title={`${pairLabel(signal.pair)} ${signal.direction}`} aside={<ShareLink />}>
        Enter at {watText(signal.expiresAt)}, {watDate(signal.expiresAt)}
        <Age signal={signal} />
      </ScreenHead>
      <SideBySide
        side={
          <>
            <Why signal={signal} />
            <Delivery signal={signal} />
          </>
        }
      >
        <Card signal={signal} />
        {settlement ? (
          <>
            <CandlesPanel signal={signal} settlement={settlement} />
            <Settled signal={signal} settlement={settlement} />
          </>
        ) : (
          <p className="text-sm text-muted">
            Candles, closes and their source stand here once the signal is settled.
          </p>
        )}
      </SideBySide>
    </>
  );
}
