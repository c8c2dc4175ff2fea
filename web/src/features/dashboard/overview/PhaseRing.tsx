import { ENTER_NOW_MS, SLOT_MS, minutesSeconds, type SignalPhase } from '@quantalgo/contracts';
import { Ring, type RingTone } from '../../../ui/instruments/Ring';

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
export function PhaseRing({ phase, now }: { phase: Unsettled; now: number }) {
  const { share, tone, figure } = dialOf(phase, now);
  return (
    <Ring share={share} tone={tone} size={80} line={4}>
      <span className="text-base font-semibold tracking-tight tabular-nums">{figure}</span>
    </Ring>
  );
}
