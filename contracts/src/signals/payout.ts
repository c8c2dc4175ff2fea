import * as z from 'zod/mini';

/**
 * Profit on a won stake, as a share. Stated break-even rates assume it, but a broker may pay less.
 */
export const STATED_PAYOUT = 0.8;

export const PAYOUT_RANGE = { min: 0.1, max: 2 } as const;

const PAYOUT_RULE = 'Enter a payout from 10 to 200 percent';

export const payoutSchema = z
  .number(PAYOUT_RULE)
  .check(z.gte(PAYOUT_RANGE.min, PAYOUT_RULE), z.lte(PAYOUT_RANGE.max, PAYOUT_RULE));

export const MAX_PAIR_PAYOUTS = 20;

/** `EURUSD 92, GBPUSD 90.5`, in percent. Loose, because the service worker bundles this schema. */
export const pairPayoutsSchema = z
  .string()
  .check(z.regex(/^([A-Z]{6}(-OTC)? [\d.]{2,6}(, |$)){0,20}$/));

/** `payout` is a share. `pairPayouts` lists pairs whose payouts differ, in percent. */
export interface Payouts {
  readonly payout: number;
  readonly pairPayouts: string;
}

export const STATED_PAYOUTS: Payouts = { payout: STATED_PAYOUT, pairPayouts: '' };

/** As a share. Ignores payouts out of range. If a pair is listed twice, the first payout counts. */
export function getPairPayout({ payout, pairPayouts }: Payouts, pair: string | null): number {
  const entry = pairPayouts.split(', ').find((item) => item.startsWith(`${pair} `));
  const share = Number(entry?.split(' ')[1]) / 100;
  return share >= PAYOUT_RANGE.min && share <= PAYOUT_RANGE.max ? share : payout;
}
