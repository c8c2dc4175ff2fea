import { ENTER_NOW_MS, minutesSeconds, SLOT_MS, type SignalPhase } from '@quantalgo/contracts';
import { OUTCOME_WORDS, OutcomeShape } from '../../../ui/instruments/Marks';
import { Ring, type RingTone } from '../../../ui/instruments/Ring';
import { reachText } from '../words';

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

/** What the ring of a card counts in each phase of its signal. `now` in epoch ms. */
export function PhaseRing({ phase, now }: { phase: SignalPhase; now: number }) {
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
          caption={`level ${phase.level}`}
        />
      );
    case 'judging':
      return (
        <Ring share={0} tone="faint" size={SIZE}>
          <span className="max-w-16 text-xs text-muted">Being settled</span>
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
