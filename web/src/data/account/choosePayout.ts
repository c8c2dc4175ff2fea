import { PAYOUT_RANGE, STATED_PAYOUT, type User } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { itemsOf } from '../outbox/outbox';
import { withDatabase } from '../storage/memberDatabase';
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

/** Row of earlier versions, which stored the payout on the device alone. */
const ROW = 'payout';

const rowSchema = z.object({
  percent: z.number().check(z.gte(PAYOUT_PERCENT.least), z.lte(PAYOUT_PERCENT.most)),
});

/** Moves a payout that an earlier version stored on this device into the account, unless one is set there. */
export const adoptPayout = (member: User): Promise<void> =>
  withDatabase(member.id, async ({ meta }) => {
    const row = rowSchema.safeParse(await meta.get(ROW)).data;
    if (!row) return;
    if (payoutNow() === STATED_PAYOUT) await choosePayout(member, row.percent / 100);
    await meta.delete(ROW);
  });
