import type { Signal } from './signal';

/** How long (ms) after its entry a signal may be confirmed: without that it is a "no go". */
export const CONFIRM_WITHIN_MS = 10_000;

/** Whether a price is worse than the worst at which entering still makes sense. */
export const isPastWorst = (
  { direction, worstPrice }: Pick<Signal, 'direction' | 'worstPrice'>,
  price: number,
): boolean => (direction === 'CALL' ? price > worstPrice : price < worstPrice);
