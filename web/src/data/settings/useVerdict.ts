import type { Pair } from '@quantalgo/contracts/market/pairs';
import { getPairPayout } from '@quantalgo/contracts/signals/payout';
import {
  getVerdict,
  type SignalVerdict,
  type StatedOdds,
  downgradePays,
} from '@quantalgo/contracts/signals/verdict';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { getCurrentUser, session } from '../auth/currentSession';
import { observable, subscribeToAll } from '../core/observable';
import { readLocal, writeLocal } from '../core/webStorage';
import { usePayouts } from './payout';

type JudgedOdds = StatedOdds & { readonly pair: Pair };

const REFUTED_KEY = 'quantalgo.refuted';

/**
 * Id of the member whose “Pays” signals on this device won too rarely; null for none. Stored, so
 * that “Pays” doesn't flash at the next start, before the record is counted.
 */
const refutedFor = observable<string | null>(readLocal(REFUTED_KEY));

export function setRefutedFor(uid: string | null): void {
  if (uid === refutedFor.get()) return;
  refutedFor.set(uid);
  writeLocal(REFUTED_KEY, uid);
}

const isRefuted = (): boolean =>
  refutedFor.get() !== null && refutedFor.get() === getCurrentUser()?.id;

const subscribe = (onChange: () => void): (() => void) =>
  subscribeToAll([session, refutedFor], onChange);

/**
 * Uses the member's own payout for each pair. Withholds “Pays” once the member's record refutes it.
 */
export function useVerdicts(): (odds: JudgedOdds) => SignalVerdict {
  const payouts = usePayouts();
  const isWithheld = useSyncExternalStore(subscribe, isRefuted);
  return useCallback(
    (odds) => downgradePays(getVerdict(odds, getPairPayout(payouts, odds.pair)), isWithheld),
    [payouts, isWithheld],
  );
}

export function useVerdict(odds: JudgedOdds): SignalVerdict {
  const judge = useVerdicts();
  return useMemo(() => judge(odds), [judge, odds]);
}
