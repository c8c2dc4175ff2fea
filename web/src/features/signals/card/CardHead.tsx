import { pairLabel, type Signal, type SignalPhase } from '@quantalgo/contracts';
import { DirectionMark } from '../../../ui/instruments/Marks';
import { PHASE_WORDS, strategyName } from '../words';
import { PhaseRing } from './PhaseRing';

/** What, which way, and until when. */
export function CardHead({
  signal,
  phase,
  now,
}: {
  signal: Signal;
  phase: SignalPhase;
  now: number;
}) {
  const [pair, market] = pairLabel(signal.pair).split(' ');
  const urgent = phase.name === 'enter-now';
  return (
    <div className="flex flex-wrap items-start justify-between gap-3 p-4">
      <div className="min-w-0">
        <p
          className={`text-xs font-semibold tracking-wider uppercase ${urgent ? 'text-amber' : 'text-muted'}`}
        >
          {PHASE_WORDS[phase.name]} · {strategyName(signal.strategy)}
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
