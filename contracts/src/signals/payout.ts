import * as z from 'zod/mini';

/** Profit on a won stake, as a share, in all stated break-even rates. A broker may pay less. */
export const STATED_PAYOUT = 0.8;

export const PAYOUT_RANGE = { least: 0.1, most: 2 } as const;

const PAYOUT_TEXT = `Enter a payout from ${PAYOUT_RANGE.least * 100} to ${PAYOUT_RANGE.most * 100} percent`;

export const payoutSchema = z
  .number(PAYOUT_TEXT)
  .check(z.gte(PAYOUT_RANGE.least, PAYOUT_TEXT), z.lte(PAYOUT_RANGE.most, PAYOUT_TEXT));

/** As `EURUSD 92, GBPUSD 90.5`: percent, each pair once. */
const PAIR_PAYOUTS = /^(?:[A-Z]{6}(?:-OTC)? (?:200|(?:1\d|[1-9])\d(?:\.\d{1,2})?)(?:, (?=.)|$))*$/;

export const MAX_PAIR_PAYOUTS = 20;

const isEachPairOnce = (text: string): boolean => {
  const pairs = text.split(', ').map((entry) => entry.split(' ')[0]);
  return pairs.length <= MAX_PAIR_PAYOUTS && new Set(pairs).size === pairs.length;
};

const PAIR_PAYOUTS_TEXT = 'Write payouts by pair like EURUSD 92, GBPUSD 90';

export const pairPayoutsSchema = z
  .string(PAIR_PAYOUTS_TEXT)
  .check(z.regex(PAIR_PAYOUTS, PAIR_PAYOUTS_TEXT), z.refine(isEachPairOnce, PAIR_PAYOUTS_TEXT));

/** A broker’s payouts on won stakes: one as a share, and those of single pairs that differ. */
export interface Payouts {
  readonly payout: number;
  readonly pairPayouts: string;
}

export const STATED_PAYOUTS: Payouts = { payout: STATED_PAYOUT, pairPayouts: '' };

/** As a share. */
export function getPairPayout({ payout, pairPayouts }: Payouts, pair: string | null): number {
  const entry = pairPayouts.split(', ').find((one) => one.startsWith(`${pair} `));
  return entry === undefined ? payout : Number(entry.split(' ')[1]) / 100;
}
