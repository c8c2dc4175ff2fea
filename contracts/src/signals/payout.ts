import * as z from 'zod/mini';

/** Profit on a won stake, as a share, in all stated break-even rates. A broker may pay less. */
export const STATED_PAYOUT = 0.8;

export const PAYOUT_RANGE = { least: 0.1, most: 2 } as const;

const PAYOUT_TEXT = `Enter a payout from ${PAYOUT_RANGE.least * 100} to ${PAYOUT_RANGE.most * 100} percent`;

export const payoutSchema = z
  .number(PAYOUT_TEXT)
  .check(z.gte(PAYOUT_RANGE.least, PAYOUT_TEXT), z.lte(PAYOUT_RANGE.most, PAYOUT_TEXT));
