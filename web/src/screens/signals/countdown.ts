import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { CONFIRM_WITHIN_MS } from '@quantalgo/contracts/signals/confirmation';
import { ENTER_NOW_MS, type SignalPhase } from '@quantalgo/contracts/signals/signal';

/** The time (ms) left in a signal's phase, and how long that is in all; 0 where there is nothing to wait for. */
export function countdownOf(
  phase: SignalPhase,
  now: number,
): { readonly left: number; readonly of: number } {
  switch (phase.name) {
    case 'open':
      return { left: phase.entersIn, of: SLOT_MS };
    case 'checking':
      return { left: phase.closesIn, of: CONFIRM_WITHIN_MS };
    case 'enter-now':
      return { left: phase.closesIn, of: ENTER_NOW_MS };
    case 'running':
      return { left: phase.endsAt - now, of: SLOT_MS };
    case 'no-go':
    case 'judging':
    case 'settled':
      return { left: 0, of: SLOT_MS };
  }
}
