import { formatMinutes } from '@quantalgo/contracts/core/durations';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { formatPair } from '@quantalgo/contracts/market/pairs';
import { CONFIRM_TIMEOUT_MS } from '@quantalgo/contracts/signals/confirmation';
import {
  ENTER_NOW_WINDOW_MS,
  type Signal,
  getSignalPhase,
  type SignalPhase,
} from '@quantalgo/contracts/signals/signal';
import { VERDICT_TEXT, type VerdictName } from '@quantalgo/contracts/signals/verdict';
import { formatStrategy } from '@quantalgo/contracts/signals/words';
import { ChevronDown } from 'lucide-react';
import { memo } from 'react';
import { useMember } from '../../data/auth/currentSession';
import type { ReceivedSignal } from '../../data/signals/useSignals';
import { Card } from '../../ui/Card';
import { Skeleton } from '../../ui/Loading';
import {
  DirectionMark,
  NoGoMark,
  OUTCOME_LABELS,
  OutcomeShape,
  VerdictMark,
} from '../../ui/instruments/Marks';
import { Ring, type RingTone } from '../../ui/instruments/Ring';
import { lazyComponent } from '../../ui/lazyComponent';
import { CardFoot, FactGrid, Martingale, Odds, getPhaseFacts, Reasons } from './SignalFacts';
import { SignalSummary, useVerdict } from './SignalSummary';
import { type PlayedLevel, getPlayedLevels } from './levels';
import { getEntryAdvice, formatLevelReached, formatPhase, WAITING } from './signalText';
import { useZone } from '../../core/zone';

/** `now` is the server's time in epoch ms. `unfolded`: odds, stakes and proof are open at first. */
export function SignalCard({
  signal,
  now,
  unfolded = false,
}: {
  signal: ReceivedSignal;
  now: number;
  unfolded?: boolean;
}) {
  const zone = useZone();
  const { name: verdict, sentence } = useVerdict(signal);
  const phase = getSignalPhase(signal, now);
  const levels = getPlayedLevels(signal, now);
  const advice = getEntryAdvice(signal, phase, { verdict, zone }) ?? sentence;
  const isUrgent = verdict !== 'paper' && phase.name === 'enter-now';
  return (
    <Card
      as="article"
      aria-label={`${formatPair(signal.pair)} ${signal.direction} signal`}
      className={`@container overflow-hidden ${isUrgent ? 'border-amber' : ''}`}
    >
      <CardHead signal={signal} verdict={verdict} phase={phase} now={now} />
      <p key={advice} className="px-4 pb-4 text-pretty">
        {advice}
      </p>
      <FactGrid facts={getPhaseFacts(signal, phase, levels, zone)} quiet={verdict === 'paper'} />
      <SignalSummary signal={signal} levels={levels} />
      <CardDetails signal={signal} levels={levels} quiet={verdict === 'paper'} open={unfolded} />
      <MemoJournal signal={signal} />
    </Card>
  );
}

// The card renders every second, these parts only when the signal changes.
const MemoOdds = memo(Odds);
const MemoReasons = memo(Reasons);
const MemoFoot = memo(CardFoot);
const MemoJournal = memo(JournalFoot);

const JournalTaps = lazyComponent(
  async () => (await import('./JournalTaps')).JournalTaps,
  <div className="h-27.5 border-t border-line-soft sm:h-16" />,
);

/** Loads its code after the card's. */
function JournalFoot({ signal }: { signal: ReceivedSignal }) {
  const member = useMember();
  return member && <JournalTaps uid={member.id} signal={signal} />;
}

function CardDetails({
  signal,
  levels,
  quiet,
  open,
}: {
  signal: ReceivedSignal;
  levels: readonly PlayedLevel[];
  quiet: boolean;
  open: boolean;
}) {
  return (
    <details open={open} className="group border-t border-line-soft">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-2 px-4 text-sm font-semibold [&::-webkit-details-marker]:hidden">
        Odds, stakes and proof
        <ChevronDown
          size={16}
          aria-hidden
          className="text-faint transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="grid gap-3.5 px-4 pt-1 pb-4">
        <MemoOdds signal={signal} />
        <Martingale levels={levels} quiet={quiet} />
        <MemoReasons signal={signal} />
      </div>
      <MemoFoot signal={signal} />
    </details>
  );
}

interface HeadProps {
  readonly signal: Signal;
  readonly verdict: VerdictName;
  readonly phase: SignalPhase;
  readonly now: number;
}

/** Phases in which nobody should enter; nothing is highlighted in them. */
const CLOSED_PHASES: ReadonlySet<SignalPhase['name']> = new Set(['no-go', 'running', 'judging']);

function CardHead({ signal, verdict, phase, now }: HeadProps) {
  const [pair, market] = formatPair(signal.pair).split(' ');
  const isOver = signal.entered === false || CLOSED_PHASES.has(phase.name);
  const quiet = verdict === 'paper' || isOver;
  const urgent = !quiet && phase.name === 'enter-now';
  return (
    <div className="flex flex-wrap items-start justify-between gap-3 p-4">
      <div className="min-w-0 flex-1 basis-40">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
          {phase.name === 'no-go' ? (
            <NoGoMark />
          ) : (
            <VerdictMark verdict={verdict} variant="chip" quiet={isOver} />
          )}
          <span
            translate="no"
            className={`text-xs ${urgent ? 'font-semibold text-amber' : 'text-muted'}`}
          >
            {`${phase.name === 'no-go' ? `Was: ${VERDICT_TEXT[verdict]}` : formatPhase(phase)} · ${formatStrategy(signal.strategy)}`}
          </span>
        </p>
        <h2 translate="no" className="mt-3 text-lg tracking-[-0.03em] @3xs:text-xl @xs:text-2xl">
          {pair !== undefined && <span>{pair}</span>}
          {market !== undefined && (
            <span className="text-base tracking-normal text-muted">{` ${market}`}</span>
          )}
        </h2>
        <p className="mt-2.5">
          <DirectionMark direction={signal.direction} size="large" quiet={quiet} />
        </p>
      </div>
      <PhaseRing phase={phase} now={now} tone={RING_TONES[verdict]} />
    </div>
  );
}

/** Only a signal that pays is highlighted while it can be entered. */
const RING_TONES: Readonly<Record<VerdictName, Record<'open' | 'enter-now', RingTone>>> = {
  pays: { open: 'accent', 'enter-now': 'amber' },
  unclear: { open: 'flat', 'enter-now': 'amber' },
  paper: { open: 'faint', 'enter-now': 'faint' },
};

const RING_SIZE = 112;

const OUTCOME_TONE = { profit: 'call', loss: 'put', 'break-even': 'flat' } as const;

const OUTCOME_TEXT = { profit: 'text-call', loss: 'text-put', 'break-even': 'text-flat' } as const;

function Countdown({
  remainingMs,
  totalMs,
  tone,
  caption,
}: {
  remainingMs: number;
  totalMs: number;
  tone: RingTone;
  caption: string;
}) {
  return (
    <Ring share={remainingMs / totalMs} tone={tone} size={RING_SIZE}>
      <span className="text-xl font-semibold tracking-tight tabular-nums">
        {formatMinutes(remainingMs)}
      </span>
      <span className="text-xs text-muted">{caption}</span>
    </Ring>
  );
}

/** `now` in epoch ms. */
function PhaseRing({
  phase,
  now,
  tone,
}: {
  phase: SignalPhase;
  now: number;
  tone: Record<'open' | 'enter-now', RingTone>;
}) {
  switch (phase.name) {
    case 'open':
      return (
        <Countdown
          remainingMs={phase.entersIn}
          totalMs={SLOT_MS}
          tone={tone.open}
          caption="until entry"
        />
      );
    case 'checking':
      return (
        <Countdown
          remainingMs={phase.closesIn}
          totalMs={CONFIRM_TIMEOUT_MS}
          tone="faint"
          caption="checking"
        />
      );
    case 'no-go':
      return (
        <Ring share={0} tone="faint" size={RING_SIZE}>
          <span className="text-xl font-semibold tracking-tight">No go</span>
          <span className="text-xs text-muted">don’t enter</span>
        </Ring>
      );
    case 'enter-now':
      return (
        <Countdown
          remainingMs={phase.closesIn}
          totalMs={ENTER_NOW_WINDOW_MS}
          tone={tone['enter-now']}
          caption="enter now"
        />
      );
    case 'running':
      return (
        <Countdown
          remainingMs={phase.endsAt - now}
          totalMs={SLOT_MS}
          tone="faint"
          caption={phase.level === 0 ? 'level 0' : 'to the close'}
        />
      );
    case 'judging':
      return (
        <Ring share={0} tone="faint" size={RING_SIZE}>
          <span className="max-w-18 text-xs text-muted">{WAITING}</span>
        </Ring>
      );
    case 'settled': {
      const { outcome } = phase.settlement;
      return (
        <Ring share={1} tone={OUTCOME_TONE[outcome]} size={RING_SIZE}>
          <OutcomeShape outcome={outcome} className={`size-5 ${OUTCOME_TEXT[outcome]}`} />
          <span className="mt-1 text-sm font-semibold">{OUTCOME_LABELS[outcome]}</span>
          <span className="text-xs text-muted">{formatLevelReached(phase.settlement)}</span>
        </Ring>
      );
    }
  }
}

export const CardSkeleton = () => (
  <Card aria-busy="true" aria-label="Reading your signals" className="@container overflow-hidden">
    <div className="flex h-44 justify-between p-4">
      <div className="grid content-between">
        <Skeleton className="h-9 w-28" />
        <Skeleton className="h-9 w-44" />
        <Skeleton className="h-11 w-32" />
      </div>
      <span
        aria-hidden
        className="size-28 shrink-0 animate-pulse rounded-full border-5 border-line"
      />
    </div>
    <div className="h-16 px-4">
      <Skeleton className="h-10 w-3/4" />
    </div>
    <div className="h-[62px] border-y border-line-soft" />
    <div className="grid h-[132px] content-between px-4 py-3 @lg:h-24">
      <Skeleton className="h-4 w-full" />
      <Skeleton className="h-4 w-5/6" />
      <Skeleton className="h-4 w-2/3" />
    </div>
    <div className="h-11 border-t border-line-soft" />
  </Card>
);
