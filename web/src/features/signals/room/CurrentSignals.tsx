import type { ReceivedSignal } from '../../../data/signals/useSignals';
import type { Freshness } from '../../../data/sync/freshness';
import { SignalCard } from '../card/SignalCard';
import { knownUntil } from '../freshnessWords';
import { Announcer } from './Announcer';
import { arrange } from './arrange';
import { EntryDock } from './EntryDock';
import type { RoomState } from './roomState';
import { Running } from './Running';
import { SampleSignal } from './SampleSignal';
import { Waiting } from './Waiting';

interface CurrentSignalsProps {
  readonly state: Exclude<RoomState, 'reading'>;
  /** Newest first. */
  readonly signals: readonly ReceivedSignal[];
  readonly freshness: Freshness;
  readonly now: number;
  readonly nextAt: number;
  readonly basicOnly: boolean;
}

function Filled({ signals, freshness, now, nextAt, basicOnly }: CurrentSignalsProps) {
  const { top, entering, running } = arrange(signals, now);
  const known = knownUntil(freshness, now);
  return (
    <>
      {top ? (
        <SignalCard signal={top} now={now} knownUntil={known} />
      ) : (
        <Waiting title="No signal to enter" now={now} nextAt={nextAt} basicOnly={basicOnly} />
      )}
      <EntryDock signals={entering} now={now} />
      <Running signals={running} now={now} knownUntil={known} />
    </>
  );
}

function Shown(props: CurrentSignalsProps) {
  const { now, nextAt, basicOnly } = props;
  if (props.state === 'failed') return <SampleSignal />;
  if (props.state === 'filled') return <Filled {...props} />;
  return (
    <Waiting title="Initializing Signal Stream" now={now} nextAt={nextAt} basicOnly={basicOnly} />
  );
}

/** What is to be entered, what is being played, and what to expect where there is neither. */
export const CurrentSignals = (props: CurrentSignalsProps) => (
  <>
    <div data-passing className="grid min-w-0 grid-cols-1 gap-4">
      <Shown {...props} />
    </div>
    <Announcer newest={props.signals[0]} now={props.now} />
  </>
);
