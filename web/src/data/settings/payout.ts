import { STATED_PAYOUT } from '@quantalgo/contracts/signals/payout';
import { useSyncExternalStore } from 'react';
import { observable } from '../core/observable';
import { getCurrentUser, session } from '../auth/currentSession';

/** A payout chosen here; it applies until the account's payout differs from `before`. */
interface ChosenPayout {
  readonly uid: string;
  readonly payout: number;
  readonly before: number;
}

export const chosenPayout = observable<ChosenPayout | null>(null);

/** Caches whose unsent changes were read: lists would otherwise read the outbox once per line. */
let scannedFor: string | undefined;

async function applyUnsentPayout(): Promise<void> {
  const member = getCurrentUser();
  if (!member || scannedFor === member.id) return;
  scannedFor = member.id;
  const { readUnsentPayout } = await import('./choosePayout');
  const payout = await readUnsentPayout(member);
  if (payout !== member.payout && chosenPayout.get()?.uid !== member.id)
    chosenPayout.set({ uid: member.id, payout, before: member.payout });
}

function subscribe(onChange: () => void): () => void {
  applyUnsentPayout().catch(() => undefined);
  const stops = [session.subscribe(onChange), chosenPayout.subscribe(onChange)];
  return () => {
    for (const stop of stops) stop();
  };
}

export function getChosenPayout(): number {
  const member = getCurrentUser();
  if (!member) return STATED_PAYOUT;
  const choice = chosenPayout.get();
  return choice?.uid === member.id && choice.before === member.payout
    ? choice.payout
    : member.payout;
}

/** As a share, including unsent changes; the stated payout until the member sets theirs. */
export const usePayout = (): number => useSyncExternalStore(subscribe, getChosenPayout);
