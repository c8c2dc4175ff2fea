import type { User } from '@quantalgo/contracts/account/member';
import { shortDecimal } from '@quantalgo/contracts/core/format';
import { parsePercent } from '@quantalgo/contracts/core/money';
import { PAYOUT_RANGE } from '@quantalgo/contracts/signals/payout';
import { useState } from 'react';
import { itemsOf } from '../outbox/outbox';
import { chosenPayout, payoutNow, usePayout } from './payout';
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
async function choosePayout({ id, payout: before }: User, payout: number): Promise<void> {
  await changeSettings({ id }, { payout }, { payout: payoutNow() });
  chosenPayout.set({ uid: id, payout, before });
}

/** What is typed as the payout, in percent, until it is saved; then it follows changes from other devices. */
export function usePayoutField() {
  const payout = usePayout();
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? shortDecimal(payout * 100);
  const percent = parsePercent(text).value ?? Number.NaN;
  const isValid = percent >= PAYOUT_PERCENT.least && percent <= PAYOUT_PERCENT.most;
  const share = percent / 100;
  // What is shown of a stored payout may be rounded: only what was typed is a change.
  const isChanged = typed !== null && share !== payout;
  return {
    text,
    isValid,
    isChanged,
    /** As a share: what is typed, or the stored one where that is none. */
    payout: isValid ? share : payout,
    type: setTyped,
    /** Saves what is typed, which has to be valid. @throws Error if nothing can be stored */
    save: async (member: User): Promise<void> => {
      if (isChanged) await choosePayout(member, share);
      setTyped(null);
    },
  };
}
