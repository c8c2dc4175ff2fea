import { computePayingRecord } from '@quantalgo/contracts/signals/payingRecord';
import { useEffect } from 'react';
import { usePayouts } from '../../data/settings/payout';
import { type SettledDigest, type SignalDigest, useDigests } from '../../data/signals/useDigests';
import { refutedFor } from '../../data/settings/useVerdict';

const isCounted = (digest: SignalDigest): digest is SettledDigest =>
  digest.ending !== null && !digest.differs;

/** Withholds “Pays” once the signals on this device that it was said of won too rarely. */
export function PayingRecordWatch({ uid }: { uid: string }) {
  const digests = useDigests();
  const payouts = usePayouts();
  useEffect(() => {
    if (!digests) return;
    const { isRefuted } = computePayingRecord(digests.filter(isCounted), payouts);
    refutedFor.set(isRefuted ? uid : null);
  }, [digests, payouts, uid]);
  return null;
}
