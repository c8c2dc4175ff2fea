import {
  getVerdict,
  type SignalVerdict,
  type StatedOdds,
} from '@quantalgo/contracts/signals/verdict';
import { useMemo } from 'react';
import { usePayout } from '../../data/settings/payout';

/** At the member's own payout. */
export function useVerdict(odds: StatedOdds): SignalVerdict {
  const payout = usePayout();
  return useMemo(() => getVerdict(odds, payout), [odds, payout]);
}
