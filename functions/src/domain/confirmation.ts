import { CONFIRM_WITHIN_MS, isPastWorst, type Signal } from '@quantalgo/contracts';
import { type Candle, endOf, isJump } from './candles';
import { type CloseAt, judged, type JudgedClose, NO_CLOSE } from './record';

/** Whether a signal can be entered, and the close at its entry, by which that was decided. */
export interface Confirmation {
  readonly slot: string;
  readonly go: boolean;
  readonly close: JudgedClose;
}

const TOO_LATE = 'Nobody checked the price in time';

/** The close at `at` (epoch ms), or the reason why nothing can be decided by it. */
function closeAt(candles: readonly Candle[], at: number): ReturnType<CloseAt> {
  const candle = candles.find((one) => endOf(one) === at);
  if (!candle) return NO_CLOSE.missing;
  return isJump(candles, at) ? NO_CLOSE.doubtful : candle.close;
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
  stored: ReturnType<CloseAt> | null = null,
): Confirmation {
  const { id: slot, expiresAt } = signal;
  const isLate = at > expiresAt + CONFIRM_WITHIN_MS;
  const found = isLate ? TOO_LATE : (stored ?? closeAt(candles, expiresAt));
  const go = typeof found === 'number' && !isPastWorst(signal, found);
  return { slot, go, close: judged(expiresAt, found) };
}
