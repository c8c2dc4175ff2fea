import { slotStartOfId } from '../core/slots';
import type { Level } from './ladder';
import type { Outcome } from './signal';

/** Time limit (ms), from a slot's start, to reveal its commitment. */
export const REVEAL_WITHIN_MS = 24 * 60 * 60_000;

/** Whether what is revealed `at` a time (epoch ms) of the signal of `slot` (epoch ms) comes too late: it is lost then. */
export const isRevealedLate = (slot: number, at: number): boolean => at > slot + REVEAL_WITHIN_MS;

/** What was settled of a signal: in its document, and in the ledger. */
interface Settled {
  readonly outcome: Outcome;
  readonly level: Level | null;
  readonly closes: readonly { readonly price: number | null }[];
}

/** A signal's outcome, and the closes that show which of its levels were flat. Made by {@link endedOf}. */
export interface Ended extends Settled {
  /** It was revealed too late: all of its levels are lost, whatever its closes say. */
  readonly isLate?: true;
  /** In what is stored, which isn't taken as it is: its times alone say whether it was revealed too late. */
  readonly fetchedAt?: never;
}

/** How the signal of `slot` (epoch ms) ended that was settled `at` a time (epoch ms). */
export const endedOf = (slot: number, { outcome, level, closes }: Settled, at: number): Ended => ({
  outcome,
  level,
  closes,
  ...(outcome === 'loss' && isRevealedLate(slot, at) && { isLate: true }),
});

/** How a signal ended, by its settlement in the ledger. */
export const endedIn = (entry: Settled & { readonly slot: string; readonly at: string }): Ended =>
  endedOf(slotStartOfId(entry.slot), entry, Date.parse(entry.at));
