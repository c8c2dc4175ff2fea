import { CONFIRM_WITHIN_MS, isPastWorst } from '@quantalgo/contracts/signals/confirmation';
import type { Signal } from '@quantalgo/contracts/signals/signal';
import { type Candle, endOf, isJump } from '../market/candles';
import { judged, type JudgedClose, type KnownClose, NO_CLOSE } from './record';

export interface Confirmation {
  readonly slot: string;
  readonly go: boolean;
  readonly close: JudgedClose;
}

const TOO_LATE = 'Nobody checked the price in time';

function findClose(candles: readonly Candle[], time: number, readAt: number): KnownClose {
  const candle = candles.find((candidate) => endOf(candidate) === time);
  if (!candle) return NO_CLOSE.missing;
  return isJump(candles, time) ? { firstReadAt: readAt } : candle.close;
}

/**
 * Decides if a signal may be entered. "No go" if the newest close is past the worst price or missing, or if it is too
 * late to notify anyone.
 * @param candles of its pair, up to its entry
 * @param at epoch ms
 * @param stored the close at its entry, if stored already
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
    : judged(expiresAt, stored ?? findClose(candles, expiresAt, at));
  return { slot, go: close.price !== null && !isPastWorst(signal, close.price), close };
}
