import { computePayingRecord } from '@quantalgo/contracts/signals/payingRecord';
import { useEffect } from 'react';
import { usePayouts } from '../../data/settings/payout';
import { setRefutedFor } from '../../data/settings/useVerdict';
import { isSettledAsSealed, useDigestsInSteps } from '../../data/signals/useDigests';

const storeForPushes = async (isRefuted: boolean): Promise<void> =>
  (await import('../../data/push/pushState')).rememberRefuted(isRefuted);

/** Withholds the verdict “Pays” if this device's signals with that verdict have won too rarely. */
export function PayingRecordWatch({ uid }: { uid: string }) {
  const stored = useDigestsInSteps();
  const payouts = usePayouts();
  useEffect(() => {
    if (stored?.isComplete !== true) return;
    const { isRefuted } = computePayingRecord(stored.digests.filter(isSettledAsSealed), payouts);
    setRefutedFor(isRefuted ? uid : null);
    void storeForPushes(isRefuted);
  }, [stored, payouts, uid]);
  useEffect(() => () => setRefutedFor(null), []);
  return null;
}
