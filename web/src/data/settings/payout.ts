import { STATED_PAYOUT } from '@quantalgo/contracts/signals/payout';
import { useSyncExternalStore } from 'react';
import { observable } from '../core/observable';
import { currentUser, session } from '../auth/currentSession';

/** A payout chosen here, and that of the account at the time: it holds until the account's changes. */
interface Chosen {
  readonly uid: string;
  readonly payout: number;
  readonly before: number;
}

export const chosenPayout = observable<Chosen | null>(null);

/** The member whose unsent changes were looked through: lists would else read the outbox once a line. */
let looked: string | undefined;

async function lookForUnsent(): Promise<void> {
  const member = currentUser();
  if (!member || looked === member.id) return;
  looked = member.id;
  const { unsentPayout } = await import('./choosePayout');
  const payout = await unsentPayout(member);
  if (payout !== member.payout && chosenPayout.get()?.uid !== member.id)
    chosenPayout.set({ uid: member.id, payout, before: member.payout });
}

function subscribe(onChange: () => void): () => void {
  lookForUnsent().catch(() => undefined);
  const stops = [session.subscribe(onChange), chosenPayout.subscribe(onChange)];
  return () => {
    for (const stop of stops) stop();
  };
}

/** See {@link usePayout}. */
export function payoutNow(): number {
  const member = currentUser();
  if (!member) return STATED_PAYOUT;
  const own = chosenPayout.get();
  return own?.uid === member.id && own.before === member.payout ? own.payout : member.payout;
}

/**
 * The payout of the member's broker, as a share, unsent changes included; the site's stated one until they set theirs.
 */
export const usePayout = (): number => useSyncExternalStore(subscribe, payoutNow);
