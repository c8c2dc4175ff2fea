import { CONFIRM_TIMEOUT_MS, isPastWorst } from '@quantalgo/contracts/signals/confirmation';
import { getEntryTime, type Signal } from '@quantalgo/contracts/signals/signal';
import { type Candle, getCandleEnd, isJump } from '../market/candles';
import {
  type CloseReading,
  type Head,
  type JudgedClose,
  NO_CLOSE,
  recordConfirmation,
  type RecordStep,
  toJudgedClose,
} from './record';

export interface Confirmation {
  readonly slot: string;
  readonly go: boolean;
  readonly close: JudgedClose;
}

const TOO_LATE = 'The price was not checked in time';

function findClose(candles: readonly Candle[], time: number, readAt: number): CloseReading {
  const candle = candles.find((candidate) => getCandleEnd(candidate) === time);
  if (!candle) return NO_CLOSE.missing;
  return isJump(candles, time) ? { firstReadAt: readAt } : candle.close;
}

/**
 * No-go if the close at the entry is past the worst price or missing, or if it is too late to
 * notify anyone.
 * @param candles of the signal's pair, up to its entry
 * @param at epoch ms
 * @param storedClose the close at the entry, if it is already stored
 */
export function confirmSignal(
  signal: Pick<Signal, 'id' | 'direction' | 'worstPrice' | 'createdAt'>,
  candles: readonly Candle[],
  at: number,
  storedClose: CloseReading | null = null,
): Confirmation {
  const { id: slot } = signal;
  const entryTime = getEntryTime(signal);
  const isLate = at > entryTime + CONFIRM_TIMEOUT_MS;
  const close = isLate
    ? { at: entryTime, price: null, reason: TOO_LATE }
    : toJudgedClose(entryTime, storedClose ?? findClose(candles, entryTime, at));
  return { slot, go: close.price !== null && !isPastWorst(signal, close.price), close };
}

/** A signal that is settled before it was confirmed is a no-go. @param at epoch ms */
export function confirmBeforeSettlement(
  head: Head,
  signal: Signal,
  at: number,
): RecordStep & { readonly signal: Signal & { readonly entered: boolean } } {
  const { entered } = signal;
  if (entered !== undefined) return { head, entries: [], signal: { ...signal, entered } };
  const decide = (decidedAt: number) => confirmSignal(signal, [], decidedAt);
  const { go, ...step } = recordConfirmation(head, decide, at);
  return { ...step, signal: { ...signal, entered: go } };
}
