import type { Signal } from './signal';

/** A signal that isn't confirmed this long after its entry is a no-go. */
export const CONFIRM_TIMEOUT_MS = 10_000;

export const isPastWorst = (
  { direction, worstPrice }: Pick<Signal, 'direction' | 'worstPrice'>,
  price: number,
): boolean => (direction === 'CALL' ? price > worstPrice : price < worstPrice);
