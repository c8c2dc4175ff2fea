import type { User } from '@quantalgo/contracts/account/member';
import { formatShortDecimal } from '@quantalgo/contracts/core/format';
import { parsePercent } from '@quantalgo/contracts/core/money';
import { PAYOUT_RANGE } from '@quantalgo/contracts/signals/payout';
import { useState } from 'react';
import { readOutboxItems } from '../outbox/outbox';
import { chosenPayout, getChosenPayout, usePayout } from './payout';
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
async function choosePayout({ id, payout: before }: User, payout: number): Promise<void> {
  await changeSettings({ id }, { payout }, { payout: getChosenPayout() });
  chosenPayout.set({ uid: id, payout, before });
}

export function usePayoutField() {
  const payout = usePayout();
  const [typed, setTyped] = useState<string | null>(null);
  const text = typed ?? formatShortDecimal(payout * 100);
  const percent = parsePercent(text).value ?? Number.NaN;
  const isValid = percent >= PAYOUT_PERCENT.least && percent <= PAYOUT_PERCENT.most;
  const share = percent / 100;
  // The displayed payout may be rounded: only input counts as a change.
  const isChanged = typed !== null && share !== payout;
  return {
    text,
    isValid,
    isChanged,
    payout: isValid ? share : payout,
    type: setTyped,
    save: async (member: User): Promise<void> => {
      if (isChanged) await choosePayout(member, share);
      setTyped(null);
    },
  };
}
