import {
  getVerdict,
  type SignalVerdict,
  type StatedOdds,
} from '@quantalgo/contracts/signals/verdict';
import type { Pair } from '@quantalgo/contracts/market/pairs';
import { useMemo } from 'react';
import { usePayout } from '../../data/settings/payout';

/** At the member's own payout on the pair. */
export function useVerdict(odds: StatedOdds & { readonly pair: Pair }): SignalVerdict {
  const payout = usePayout(odds.pair);
  return useMemo(() => getVerdict(odds, payout), [odds, payout]);
}
