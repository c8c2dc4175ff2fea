import type { Signal } from './signal';

/** A signal that isn't confirmed this long after its entry is a no-go. */
export const CONFIRM_WITHIN_MS = 10_000;

/** Beyond the worst price at which entering still makes sense. */
export const isPastWorst = (
  { direction, worstPrice }: Pick<Signal, 'direction' | 'worstPrice'>,
  price: number,
): boolean => (direction === 'CALL' ? price > worstPrice : price < worstPrice);
