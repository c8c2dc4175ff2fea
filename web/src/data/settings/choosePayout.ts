import type { User } from '@quantalgo/contracts/account/member';
import { parsePercent } from '@quantalgo/contracts/core/money';
import { PAYOUT_RANGE } from '@quantalgo/contracts/signals/payout';
import { toResult } from '../core/toResult';
import { type FormSchema } from '../core/useForm';
import { readOutboxItems } from '../outbox/outbox';
import { chosenPayout, getChosenPayout } from './payout';
import { changeSettings, toSettingsView } from './settings';

/** Percent of the stake. */
export const PAYOUT_PERCENT = {
  least: PAYOUT_RANGE.least * 100,
  most: PAYOUT_RANGE.most * 100,
} as const;

export const readUnsentPayout = async (member: User): Promise<number> =>
  toSettingsView(member, await readOutboxItems(member.id)).payout;

/**
 * @param payout as a share: 0.8 is 80 %
 * @throws Error if nothing can be stored
 */
export async function choosePayout({ id, payout: before }: User, payout: number): Promise<void> {
  await changeSettings({ id }, { payout }, { payout: getChosenPayout() });
  chosenPayout.set({ uid: id, payout, before });
}

const { least, most } = PAYOUT_PERCENT;

/** Typed percent, parsed into a share. */
export const payoutSchema: FormSchema<{ readonly payout: string }, number> = {
  safeParse({ payout }) {
    const percent = parsePercent(payout).value ?? Number.NaN;
    const isValid = percent >= least && percent <= most;
    return toResult(isValid ? percent / 100 : null, {
      payout: `Enter a payout from ${least} to ${most} %.`,
    });
  },
};
