import type { Signal } from './signal';

/** Signals that aren't confirmed this long after their entry are a no-go. */
export const CONFIRM_TIMEOUT_MS = 10_000;

/** Share of an average range. An entry that is worse by this much has lost its expected profit. */
export const SHARE_OF_RANGE = 0.5;

export const isPastWorst = (
  { direction, worstPrice }: Pick<Signal, 'direction' | 'worstPrice'>,
  price: number,
): boolean => (direction === 'CALL' ? price > worstPrice : price < worstPrice);
