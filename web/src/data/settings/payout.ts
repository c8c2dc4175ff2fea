import { getPairPayout, type Payouts, STATED_PAYOUTS } from '@quantalgo/contracts/signals/payout';
import { useSyncExternalStore } from 'react';
import { observable, subscribeToAll } from '../core/observable';
import { getCurrentUser, session } from '../auth/currentSession';

/** Payouts chosen on this device. They apply until the account's payouts differ from `before`. */
interface ChosenPayouts extends Payouts {
  readonly uid: string;
  readonly before: Payouts;
  /** When the first of them was chosen or read (epoch ms, device clock). */
  readonly since: number;
}

export const chosenPayouts = observable<ChosenPayouts | null>(null);

export const isSamePayouts = (a: Payouts, b: Payouts): boolean =>
  a.payout === b.payout && a.pairPayouts === b.pairPayouts;

// The account's payouts may later equal `before` again.
session.subscribe(() => {
  const choice = chosenPayouts.get();
  const member = getCurrentUser();
  if (choice && choice.uid === member?.id && !isSamePayouts(choice.before, member))
    chosenPayouts.set(null);
});

/**
 * The member whose unsent changes were read. Lists would otherwise read the outbox once per line.
 */
let scannedFor: string | undefined;

async function applyUnsentPayouts(): Promise<void> {
  const member = getCurrentUser();
  if (!member || scannedFor === member.id) return;
  scannedFor = member.id;
  const { readUnsentPayouts } = await import('./choosePayout');
  const unsent = await readUnsentPayouts(member);
  if (!isSamePayouts(unsent, member) && chosenPayouts.get()?.uid !== member.id)
    chosenPayouts.set({ uid: member.id, ...unsent, before: member, since: Date.now() });
}

function subscribe(onChange: () => void): () => void {
  applyUnsentPayouts().catch(() => undefined);
  return subscribeToAll([session, chosenPayouts], onChange);
}

let latestPayouts: Payouts = STATED_PAYOUTS;

/**
 * Returns the same object while the values are equal, because a new one makes journals and records
 * recompute.
 */
export function getChosenPayouts(): Payouts {
  const member = getCurrentUser();
  if (!member) return STATED_PAYOUTS;
  const choice = chosenPayouts.get();
  const isChosen = choice?.uid === member.id && isSamePayouts(choice.before, member);
  const { payout, pairPayouts } = isChosen ? choice : member;
  const payouts = { payout, pairPayouts };
  if (!isSamePayouts(latestPayouts, payouts)) latestPayouts = payouts;
  return latestPayouts;
}

/** Includes unsent changes. The stated payout applies until the member sets their own. */
export const usePayouts = (): Payouts => useSyncExternalStore(subscribe, getChosenPayouts);

/** As a share. Without a pair, the payout that applies to all pairs without one of their own. */
export const usePayout = (pair: string | null = null): number => getPairPayout(usePayouts(), pair);
