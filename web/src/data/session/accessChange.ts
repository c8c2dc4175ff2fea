import { isLocked, openTier, TIERS, type Tier, type User } from '@quantalgo/contracts';
import { useSyncExternalStore } from 'react';
import { observable } from '../core/observable';
import { currentUser, session } from './currentSession';

/** How what is open to a member has changed while somebody looked. */
export type AccessChange =
  | { readonly kind: 'opened' | 'lowered'; readonly tier: Tier }
  | { readonly kind: 'closed' | 'no longer staff' };

/** What of a member's access changed from one version of their record to the next; null where nothing did. */
export function changeBetween(before: User, now: User): AccessChange | null {
  if (before.staff && !now.staff) return { kind: 'no longer staff' };
  const tier = openTier(now);
  const step = TIERS.indexOf(tier) - TIERS.indexOf(openTier(before));
  if (step === 0 || now.staff) return null;
  if (step > 0) return { kind: 'opened', tier };
  return isLocked(now) ? { kind: 'closed' } : { kind: 'lowered', tier };
}

const lastAccessChange = observable<AccessChange | null>(null);
let knownMember = currentUser();

function followMember(): void {
  const now = currentUser();
  const change = now && knownMember?.id === now.id ? changeBetween(knownMember, now) : null;
  if (now?.id !== knownMember?.id) lastAccessChange.set(null);
  else if (change) lastAccessChange.set(change);
  knownMember = now;
}
session.subscribe(followMember);

/** The last change of the member's access since this page was opened, until it is dismissed. */
export const useAccessChange = (): AccessChange | null =>
  useSyncExternalStore(lastAccessChange.subscribe, lastAccessChange.get, () => null);

/** The member has read it. */
export const dismissAccessChange = (): void => lastAccessChange.set(null);
