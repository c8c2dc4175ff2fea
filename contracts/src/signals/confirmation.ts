import type { Signal } from './signal';

/** A signal that isn't confirmed this long after its entry is a no-go. */
export const CONFIRM_TIMEOUT_MS = 10_000;

/** Of an average range, up to which an entry makes sense: one worse by this has lost its expected profit. */
export const SHARE_OF_RANGE = 0.5;

export const isPastWorst = (
  { direction, worstPrice }: Pick<Signal, 'direction' | 'worstPrice'>,
  price: number,
): boolean => (direction === 'CALL' ? price > worstPrice : price < worstPrice);
