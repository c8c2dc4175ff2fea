import { ENTER_NOW_MS, SLOT_MS, minutesSeconds, type SignalPhase } from '@quantalgo/contracts';
import { Ring, type RingTone } from '../../../ui/instruments/Ring';

type Unsettled = Exclude<SignalPhase, { name: 'settled' }>;

interface Dial {
  readonly share: number;
  readonly tone: RingTone;
  readonly figure: string;
}

function dialOf(phase: Unsettled): Dial {
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
  return { share: 0, tone: 'faint', figure: '–' };
}

/** What is left of the entry window. */
export function EntryRing({ phase }: { phase: Unsettled }) {
  const { share, tone, figure } = dialOf(phase);
  return (
    <Ring share={share} tone={tone} size={80} line={4}>
      <span className="text-base font-semibold tracking-tight tabular-nums">{figure}</span>
    </Ring>
  );
}
