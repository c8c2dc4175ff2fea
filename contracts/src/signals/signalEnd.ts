import { parseSlotId } from '../core/slots';
import type { Level } from './ladder';
import type { Outcome } from './signal';

export const REVEAL_TIMEOUT_MS = 24 * 60 * 60_000;

/** Signals revealed late count as lost. Times in epoch ms. */
export const isRevealedLate = (slot: number, at: number): boolean => at > slot + REVEAL_TIMEOUT_MS;

interface Settled {
  readonly outcome: Outcome;
  readonly level: Level | null;
  readonly closes: readonly { readonly price: number | null }[];
}

/** Outcome, and the closes that show which levels were flat. Created by {@link toSignalEnd}. */
export interface SignalEnd extends Settled {
  /** Revealed too late, so all levels count as lost, whatever the closes say. */
  readonly isLate?: true;
  /**
   * Keeps stored settlements from being assignable to this type, because they don't state lateness.
   */
  readonly fetchedAt?: never;
}

/** `slot` and `at` (the settlement's time) in epoch ms. */
export const toSignalEnd = (
  slot: number,
  { outcome, level, closes }: Settled,
  at: number,
): SignalEnd => ({
  outcome,
  level,
  closes,
  ...(outcome === 'loss' && isRevealedLate(slot, at) && { isLate: true }),
});

export const toSignalEndFromLedger = (
  entry: Settled & { readonly slot: string; readonly at: string },
): SignalEnd => toSignalEnd(parseSlotId(entry.slot), entry, Date.parse(entry.at));
