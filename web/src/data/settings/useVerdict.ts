import type { Pair } from '@quantalgo/contracts/market/pairs';
import { getPairPayout } from '@quantalgo/contracts/signals/payout';
import {
  getVerdict,
  type SignalVerdict,
  type StatedOdds,
  withholdPays,
} from '@quantalgo/contracts/signals/verdict';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { getCurrentUser, session } from '../auth/currentSession';
import { observable } from '../core/observable';
import { usePayouts } from './payout';

type JudgedOdds = StatedOdds & { readonly pair: Pair };

/** The member on whose device signals with the verdict “Pays” won too rarely. */
export const refutedFor = observable<string | null>(null);

const isRefuted = (): boolean =>
  refutedFor.get() !== null && refutedFor.get() === getCurrentUser()?.id;

function subscribe(onChange: () => void): () => void {
  const stops = [session.subscribe(onChange), refutedFor.subscribe(onChange)];
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * Uses the member's own payout for each pair. Withholds “Pays” once the member's record refutes it.
 */
export function useVerdicts(): (odds: JudgedOdds) => SignalVerdict {
  const payouts = usePayouts();
  const isWithheld = useSyncExternalStore(subscribe, isRefuted);
  return useCallback(
    (odds) => withholdPays(getVerdict(odds, getPairPayout(payouts, odds.pair)), isWithheld),
    [payouts, isWithheld],
  );
}

export function useVerdict(odds: JudgedOdds): SignalVerdict {
  const judge = useVerdicts();
  return useMemo(() => judge(odds), [judge, odds]);
}
