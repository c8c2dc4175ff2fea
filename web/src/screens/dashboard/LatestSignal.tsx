import {
  audiencesOf,
  ENTER_NOW_MS,
  minutesSeconds,
  nextBasicSlot,
  nextSlotStart,
  pairLabel,
  PATHS,
  type Probability,
  type Signal,
  signalPhase,
  type SignalPhase,
  SLOT_MS,
  type User,
  watTime,
} from '@quantalgo/contracts';
import { useNow } from '../../data/core/clock';
import type { ReceivedSignal } from '../../data/signals/useSignals';
import { Card } from '../../ui/Card';
import { LinkButton } from '../../ui/Links';
import { Skeleton } from '../../ui/Loading';
import { DirectionMark, OutcomeChip } from '../../ui/instruments/Marks';
import { Ring, type RingTone } from '../../ui/instruments/Ring';

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

function Content({ signals, member }: LatestSignalProps) {
  if (!signals) return <Skeleton className="m-4 h-21" />;
  const [newest] = signals;
  return newest ? <Newest signal={newest} /> : <NoneYet member={member} />;
}

interface LatestSignalProps {
  signals: readonly ReceivedSignal[] | undefined;
  member: User;
}

/** The newest signal in short, and the way to the room where it is followed. */
export const LatestSignal = (props: LatestSignalProps) => (
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

function Odd({ label, of: odds }: { label: string; of: Probability | undefined }) {
  return (
    <div className="flex justify-between gap-2">
      <dt>{label}</dt>
      <dd className="font-semibold whitespace-nowrap text-text tabular-nums">
        {odds ? `${odds.value.toFixed(1)} %` : <Skeleton className="h-5 w-12" />}
      </dd>
    </div>
  );
}

/** The two probabilities of a signal, which its room draws on a scale. Undefined while it is read. */
const Odds = ({ signal }: { signal: Signal | undefined }) => (
  <dl className="grid text-sm text-muted lg:w-72">
    <Odd label="First entry wins" of={signal?.firstEntry} />
    <Odd label="AI confidence, within 4 levels" of={signal?.confidence} />
  </dl>
);

type Unsettled = Exclude<SignalPhase, { name: 'settled' }>;

interface Dial {
  readonly share: number;
  readonly tone: RingTone;
  readonly figure: string;
}

function dialOf(phase: Unsettled, now: number): Dial {
  if (phase.name === 'open')
    return {
      share: phase.entersIn / SLOT_MS,
      tone: 'accent',
      figure: minutesSeconds(phase.entersIn),
    };
  if (phase.name === 'enter-now')
    return {
      share: phase.closesIn / ENTER_NOW_MS,
      tone: 'amber',
      figure: minutesSeconds(phase.closesIn),
    };
  const left = phase.name === 'running' ? phase.endsAt - now : 0;
  return { share: left / SLOT_MS, tone: 'faint', figure: minutesSeconds(left) };
}

/** What is left of the entry window, then of the level that is being played. */
function PhaseRing({ phase, now }: { phase: Unsettled; now: number }) {
  const { share, tone, figure } = dialOf(phase, now);
  return (
    <Ring share={share} tone={tone} size={80} line={4}>
      <span className="text-base font-semibold tracking-tight tabular-nums">{figure}</span>
    </Ring>
  );
}

/** What a signal's phase asks of its reader, in a few words. */
function phaseWords({ expiresAt }: Signal, phase: SignalPhase): string {
  switch (phase.name) {
    case 'open':
      return `Enter at ${watTime(expiresAt)} WAT`;
    case 'enter-now':
      return 'Enter now';
    case 'running':
      return `Too late · level ${phase.level} running`;
    case 'judging':
      return 'Being settled';
    case 'settled':
      return `Settled · entered ${watTime(expiresAt)} WAT`;
  }
}
