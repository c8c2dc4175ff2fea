import {
  ENTER_NOW_MS,
  isDemonstration,
  martingaleLevels,
  minutesSeconds,
  pairLabel,
  type Signal,
  signalPhase,
  type SignalPhase,
  SLOT_MS,
  type Source,
  SOURCE_WORDS,
  STATED_PAYOUT,
  strategyName,
} from '@quantalgo/contracts';
import { TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import type { ReceivedSignal } from '../../data/signals/useSignals';
import { Card } from '../../ui/Card';
import { Skeleton } from '../../ui/Loading';
import { DirectionMark, OUTCOME_WORDS, OutcomeShape } from '../../ui/instruments/Marks';
import { Ring, type RingTone } from '../../ui/instruments/Ring';
import { barHeight } from '../../ui/instruments/StakeLadder';
import { CardFoot, Facts, Martingale, Odds, phaseFacts, Reasons } from './SignalFacts';
import { playedLevels } from './levels';
import { phaseWords, reachText, WAITING } from './signalText';
import { useZone } from '../../tell';

/**
 * A signal in full, in any phase.
 * @param props.now epoch ms, the server's clock.
 */
export function SignalCard({ signal, now }: { signal: ReceivedSignal; now: number }) {
  const zone = useZone();
  const phase = signalPhase(signal, now);
  const levels = playedLevels(signal, now);
  return (
    <Card
      as="article"
      aria-label={`${pairLabel(signal.pair)} ${signal.direction} signal`}
      className={`@container overflow-hidden ${phase.name === 'enter-now' ? 'border-amber' : ''}`}
    >
      <CardHead signal={signal} phase={phase} now={now} />
      <Facts facts={phaseFacts(signal, phase, levels, zone)} />
      <div className="grid gap-3.5 px-4 pt-3.5 pb-4">
        <LastingOdds signal={signal} />
        <Martingale levels={levels} />
        <LastingReasons signal={signal} />
        <RiskLine source={signal.source} />
      </div>
      <LastingFoot signal={signal} />
    </Card>
  );
}

// The card renders every second, these parts only when the signal changes.
const LastingOdds = memo(Odds);
const LastingReasons = memo(Reasons);
const LastingFoot = memo(CardFoot);

/** Pair, direction, and the time left. */
function CardHead({ signal, phase, now }: { signal: Signal; phase: SignalPhase; now: number }) {
  const [pair, market] = pairLabel(signal.pair).split(' ');
  const urgent = phase.name === 'enter-now';
  return (
    <div className="flex flex-wrap items-start justify-between gap-3 p-4">
      <div className="min-w-0">
        <p
          className={`text-xs font-semibold tracking-wider uppercase ${urgent ? 'text-amber' : 'text-muted'}`}
        >
          {phaseWords(phase)} · {strategyName(signal.strategy)}
        </p>
        <h2 className="mt-1.5 text-lg tracking-[-0.03em] @3xs:text-xl @xs:text-2xl">
          {pair}
          {market !== undefined && (
            <span className="text-base tracking-normal text-muted"> {market}</span>
          )}
        </h2>
        <p className="mt-2.5">
          <DirectionMark direction={signal.direction} size="large" />
        </p>
      </div>
      <PhaseRing phase={phase} now={now} />
    </div>
  );
}

const SIZE = 112;

const OUTCOME_TONE = { profit: 'call', loss: 'put', 'break-even': 'flat' } as const;

const OUTCOME_TEXT = { profit: 'text-call', loss: 'text-put', 'break-even': 'text-flat' } as const;

function Countdown({
  left,
  of,
  tone,
  caption,
}: {
  left: number;
  of: number;
  tone: RingTone;
  caption: string;
}) {
  return (
    <Ring share={left / of} tone={tone} size={SIZE}>
      <span className="text-xl font-semibold tracking-tight tabular-nums">
        {minutesSeconds(left)}
      </span>
      <span className="text-xs text-muted">{caption}</span>
    </Ring>
  );
}

/** The countdown of a card's ring in each phase of its signal. `now` in epoch ms. */
function PhaseRing({ phase, now }: { phase: SignalPhase; now: number }) {
  switch (phase.name) {
    case 'open':
      return <Countdown left={phase.entersIn} of={SLOT_MS} tone="accent" caption="to enter" />;
    case 'enter-now':
      return <Countdown left={phase.closesIn} of={ENTER_NOW_MS} tone="amber" caption="enter now" />;
    case 'running':
      return (
        <Countdown
          left={phase.endsAt - now}
          of={SLOT_MS}
          tone="faint"
          caption={phase.level === 0 ? 'level 0' : 'to the close'}
        />
      );
    case 'judging':
      return (
        <Ring share={0} tone="faint" size={SIZE}>
          <span className="max-w-18 text-xs text-muted">{WAITING}</span>
        </Ring>
      );
    case 'settled': {
      const { outcome } = phase.settlement;
      return (
        <Ring share={1} tone={OUTCOME_TONE[outcome]} size={SIZE}>
          <OutcomeShape outcome={outcome} className={`size-5 ${OUTCOME_TEXT[outcome]}`} />
          <span className="mt-1 text-sm font-semibold">{OUTCOME_WORDS[outcome]}</span>
          <span className="text-xs text-muted">{reachText(phase.settlement)}</span>
        </Ring>
      );
    }
  }
}

/** The risk warning, shown next to the stakes. */
const RiskLine = memo(function RiskLine({ source }: { source: Source }) {
  return (
    <p className="flex gap-2 text-xs text-muted">
      <TriangleAlert size={14} aria-hidden className="mt-px shrink-0 text-amber" />
      <span>
        {isDemonstration(source) && (
          <strong className="font-semibold text-amber">
            Demonstration on {SOURCE_WORDS[source]}, no market to trade.{' '}
          </strong>
        )}
        Risk warning: every stake can be lost. “Pays from” assumes an {STATED_PAYOUT * 100} %
        payout.
      </span>
    </p>
  );
});

const Scale = () => (
  <div className="grid h-15 content-between pt-1 pb-4">
    <div className="flex items-center justify-between">
      <Skeleton className="h-4 w-36" />
      <Skeleton className="h-5 w-16" />
    </div>
    <Skeleton className="h-1 w-full" />
  </div>
);

const BARS = martingaleLevels(0).map(({ level, stake }) => ({ level, height: barHeight(stake) }));

/** Placeholder of the signal card while the stored signals load. */
export const CardSkeleton = () => (
  <Card aria-busy="true" aria-label="Reading your signals" className="@container overflow-hidden">
    <div className="flex h-38 justify-between p-4">
      <div className="grid content-between">
        <Skeleton className="h-4 w-44" />
        <Skeleton className="h-9 w-44" />
        <Skeleton className="h-11 w-32" />
      </div>
      <span
        aria-hidden
        className="size-28 shrink-0 animate-pulse rounded-full border-5 border-line"
      />
    </div>
    <div className="h-[62px] border-y border-line-soft" />
    <div className="grid h-[443px] content-between px-4 py-3.5 @lg:h-[353px]">
      <div className="grid gap-x-7 gap-y-2.5 @lg:grid-cols-2">
        <Scale />
        <Scale />
      </div>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(3.25rem,1fr))] items-end gap-1.5">
        {BARS.map(({ level, height }) => (
          <div key={level} className="grid gap-2">
            <div style={{ height }}>
              <Skeleton className="h-full" />
            </div>
            <Skeleton className="h-8 w-12" />
          </div>
        ))}
      </div>
      <Skeleton className="h-12 w-3/4" />
      <Skeleton className="h-8 w-full" />
    </div>
    <div className="h-[73px] border-t border-line-soft bg-sunk @md:h-[45px]" />
  </Card>
);
