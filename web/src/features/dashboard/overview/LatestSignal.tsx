import {
  PATHS,
  audiencesOf,
  nextBasicSlot,
  nextSlotStart,
  pairLabel,
  signalPhase,
  watTime,
  type User,
} from '@quantalgo/contracts';
import { useNow } from '../../../data/core/clock';
import type { ReceivedSignal } from '../../../data/signals/useSignals';
import { Card } from '../../../ui/Card';
import { LinkButton } from '../../../ui/Links';
import { Skeleton } from '../../../ui/Loading';
import { DirectionMark, OutcomeChip } from '../../../ui/instruments/Marks';
import { Odds } from './Odds';
import { PhaseRing } from './PhaseRing';
import { phaseWords } from './phaseWords';

function Newest({ signal }: { signal: ReceivedSignal }) {
  const now = useNow();
  const phase = signalPhase(signal, now);
  return (
    <div className="flex min-h-29 flex-wrap items-start justify-between gap-4 p-4">
      <div className="grid justify-items-start gap-2">
        <p className="text-xs font-semibold tracking-wider text-muted uppercase">
          {phaseWords(signal, phase)}
        </p>
        <p className="text-xl font-semibold tracking-tight">{pairLabel(signal.pair)}</p>
        <DirectionMark direction={signal.direction} />
      </div>
      {phase.name === 'settled' ? (
        <OutcomeChip outcome={phase.settlement.outcome} />
      ) : (
        <PhaseRing phase={phase} now={now} />
      )}
    </div>
  );
}

/** Where nothing came yet: when the next signal may. */
function NoneYet({ member }: { member: User }) {
  const now = useNow();
  const next = audiencesOf(member).includes('order-flow') ? nextSlotStart(now) : nextBasicSlot(now);
  return (
    <p className="flex min-h-29 items-center p-4 text-muted">
      No signal on this device yet. The next one may come at {watTime(next)} WAT.
    </p>
  );
}

function Content({ signals, member }: Props) {
  if (!signals) return <Skeleton className="m-4 h-21" />;
  const [newest] = signals;
  return newest ? <Newest signal={newest} /> : <NoneYet member={member} />;
}

interface Props {
  signals: readonly ReceivedSignal[] | undefined;
  member: User;
}

/** The newest signal in short, and the way to the room where it is followed. */
export const LatestSignal = (props: Props) => (
  <Card aria-label="Latest signal">
    <Content {...props} />
    <div className="flex flex-col gap-3 border-t border-line-soft p-4 lg:flex-row lg:items-center lg:justify-between">
      {props.signals?.length !== 0 && <Odds signal={props.signals?.[0]} />}
      <LinkButton to={PATHS.signals} look="primary" className="shrink-0 lg:ml-auto">
        Open Signal Room
      </LinkButton>
    </div>
  </Card>
);
