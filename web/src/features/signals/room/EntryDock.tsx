import {
  ENTER_NOW_MS,
  formatPrice,
  minutesSeconds,
  pairLabel,
  signalPhase,
  SLOT_MS,
} from '@quantalgo/contracts';
import type { ReceivedSignal } from '../../../data/signals/useSignals';
import { DirectionMark } from '../../../ui/instruments/Marks';
import { Ring } from '../../../ui/instruments/Ring';
import { watText, worstLabel } from '../words';

function Entry({ signal, now }: { signal: ReceivedSignal; now: number }) {
  const phase = signalPhase(signal, now);
  if (phase.name !== 'open' && phase.name !== 'enter-now') return null;
  const urgent = phase.name === 'enter-now';
  const left = urgent ? phase.closesIn : phase.entersIn;
  return (
    <li
      className={`flex items-center justify-between gap-3 rounded-lg border px-4 py-2.5 shadow-float ${urgent ? 'border-amber bg-amber-bg' : 'border-line bg-raised'}`}
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3">
          <span className={`font-semibold ${urgent ? 'text-amber' : ''}`}>
            {urgent ? 'Enter now' : `Enter at ${watText(signal.expiresAt)}`}
          </span>
          <span className="font-semibold">{pairLabel(signal.pair)}</span>
          <DirectionMark direction={signal.direction} />
        </p>
        <p className="text-xs text-muted tabular-nums">
          {worstLabel(signal)} {formatPrice(signal.pair, signal.worstPrice)}
        </p>
      </div>
      <Ring
        share={left / (urgent ? ENTER_NOW_MS : SLOT_MS)}
        tone={urgent ? 'amber' : 'accent'}
        size={48}
        line={3}
      >
        <span className="text-xs font-semibold tabular-nums">{minutesSeconds(left)}</span>
      </Ring>
    </li>
  );
}

/** Signals in their entry minute, beside the newer one: kept in sight at the foot of the window while it lasts. */
export function EntryDock({ signals, now }: { signals: readonly ReceivedSignal[]; now: number }) {
  if (signals.length === 0) return null;
  return (
    <ul
      aria-label="To be entered now"
      className="sticky bottom-[calc(4.75rem+env(safe-area-inset-bottom))] lg:bottom-4 z-10 grid gap-2"
    >
      {signals.map((signal) => (
        <Entry key={signal.id} signal={signal} now={now} />
      ))}
    </ul>
  );
}
