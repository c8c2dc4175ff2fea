import type { User } from '@quantalgo/contracts/account/member';
import { parsePercent } from '@quantalgo/contracts/core/money';
import { PAYOUT_RANGE, type Payouts } from '@quantalgo/contracts/signals/payout';
import { toResult } from '../core/toResult';
import { type FormSchema } from '../core/useForm';
import { readOutboxItems } from '../outbox/outbox';
import { chosenPayouts, getChosenPayouts } from './payout';
import { changeSettings, toSettingsView } from './settings';

/** Percent of the stake. */
export const PAYOUT_PERCENT = {
  least: PAYOUT_RANGE.min * 100,
  most: PAYOUT_RANGE.max * 100,
} as const;

export async function readUnsentPayouts(member: User): Promise<Payouts> {
  const { payout, pairPayouts } = toSettingsView(member, await readOutboxItems(member.id));
  return { payout, pairPayouts };
}

export async function choosePayouts(
  { id, payout, pairPayouts }: User,
  change: Partial<Payouts>,
): Promise<void> {
  const displayed = getChosenPayouts();
  await changeSettings({ id }, change, displayed);
  const choice = chosenPayouts.get();
  chosenPayouts.set({
    ...displayed,
    ...change,
    uid: id,
    before: { payout, pairPayouts },
    since: choice?.uid === id ? choice.since : Date.now(),
  });
}

const { least, most } = PAYOUT_PERCENT;

export const PAYOUT_PROBLEM = `Enter a payout from ${least} to ${most}%.`;

/** Parses a percentage into a share; null if it is unreadable or out of range. */
export function parsePayout(text: string): number | null {
  const percent = parsePercent(text).value ?? Number.NaN;
  return percent >= least && percent <= most ? percent / 100 : null;
}

export const payoutSchema: FormSchema<{ readonly payout: string }, number> = {
  safeParse: ({ payout }) => toResult(parsePayout(payout), { payout: PAYOUT_PROBLEM }),
};
