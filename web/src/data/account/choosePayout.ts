import { PAYOUT_RANGE, type User } from '@quantalgo/contracts';
import { itemsOf } from '../outbox/outbox';
import { chosenPayout, payoutNow } from './payout';
import { changeSettings, settingsView } from './settings';

/** Range of a broker's payout, in percent of the stake. */
export const PAYOUT_PERCENT = {
  least: PAYOUT_RANGE.least * 100,
  most: PAYOUT_RANGE.most * 100,
} as const;

/** The member's payout as it will be once the server has all unsent changes. */
export const unsentPayout = async (member: User): Promise<number> =>
  settingsView(member, await itemsOf(member.id)).payout;

/**
 * Sets the payout of the member's broker, here at once and on all their devices.
 * @param payout as a share: 0.8 is 80 %
 * @throws Error if nothing can be stored
 */
export async function choosePayout({ id, payout: before }: User, payout: number): Promise<void> {
  await changeSettings({ id }, { payout }, { payout: payoutNow() });
  chosenPayout.set({ uid: id, payout, before });
}
