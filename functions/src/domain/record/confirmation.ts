import { CONFIRM_WITHIN_MS, isPastWorst } from '@quantalgo/contracts/signals/confirmation';
import type { Signal } from '@quantalgo/contracts/signals/signal';
import { type Candle, endOf, isJump } from '../market/candles';
import { judged, type JudgedClose, type KnownClose, NO_CLOSE } from './record';

/** Whether a signal can be entered, and the close at its entry, by which that was decided. */
export interface Confirmation {
  readonly slot: string;
  readonly go: boolean;
  readonly close: JudgedClose;
}

const TOO_LATE = 'Nobody checked the price in time';

/** The close at a time (epoch ms) by candles that were read at `readAt`. */
function closeIn(candles: readonly Candle[], time: number, readAt: number): KnownClose {
  const candle = candles.find((one) => endOf(one) === time);
  if (!candle) return NO_CLOSE.missing;
  return isJump(candles, time) ? { firstReadAt: readAt } : candle.close;
}

/**
 * Confirms a signal at its entry, or says "no go": where the newest closed candle is past its worst price or missing,
 * or where `at` (epoch ms) is too late to tell anybody.
 * @param candles of its pair, up to its entry
 * @param stored the close at its entry that its first level is judged on, where one is stored already
 */
export function confirmationOf(
  signal: Pick<Signal, 'id' | 'direction' | 'worstPrice' | 'expiresAt'>,
  candles: readonly Candle[],
  at: number,
  stored: KnownClose | null = null,
): Confirmation {
  const { id: slot, expiresAt } = signal;
  const isLate = at > expiresAt + CONFIRM_WITHIN_MS;
  const close = isLate
    ? { at: expiresAt, price: null, reason: TOO_LATE }
    : judged(expiresAt, stored ?? closeIn(candles, expiresAt, at));
  return { slot, go: close.price !== null && !isPastWorst(signal, close.price), close };
}
