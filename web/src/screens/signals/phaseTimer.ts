import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { CONFIRM_TIMEOUT_MS } from '@quantalgo/contracts/signals/confirmation';
import { ENTER_NOW_WINDOW_MS, type SignalPhase } from '@quantalgo/contracts/signals/signal';

/** In ms. Nothing remains if there is nothing to wait for. */
export function getCountdown(
  phase: SignalPhase,
  now: number,
): { readonly remainingMs: number; readonly totalMs: number } {
  switch (phase.name) {
    case 'open':
      return { remainingMs: phase.entersIn, totalMs: SLOT_MS };
    case 'checking':
      return { remainingMs: phase.closesIn, totalMs: CONFIRM_TIMEOUT_MS };
    case 'enter-now':
      return { remainingMs: phase.closesIn, totalMs: ENTER_NOW_WINDOW_MS };
    case 'running':
      return { remainingMs: phase.endsAt - now, totalMs: SLOT_MS };
    case 'no-go':
    case 'judging':
    case 'settled':
      return { remainingMs: 0, totalMs: SLOT_MS };
  }
}
