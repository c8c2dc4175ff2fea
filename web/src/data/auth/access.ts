import { isLocked, getEffectiveTier, type Tier, TIERS } from '@quantalgo/contracts/access/access';
import type { User } from '@quantalgo/contracts/account/member';
import { authEndpoints } from '@quantalgo/contracts/auth/endpoints';
import { useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { observable } from '../core/observable';
import { call } from './call';
import { getCurrentUser, session, storeUser } from './currentSession';
import { getClaims } from './idTokens';

/** Limit for responses that a newer change superseded while they were in flight. */
const MAX_MEMBER_FETCHES = 3;

/**
 * Fetches the member; a refusal ends the session. Refetches if the stream or another call changed
 * the member in the meantime.
 * @returns true if the server responded
 */
export async function refreshMember(): Promise<boolean> {
  try {
    for (let fetches = 0; fetches < MAX_MEMBER_FETCHES; fetches += 1) {
      const previous = getCurrentUser();
      const { data } = await call(authEndpoints.me, {});
      const current = getCurrentUser();
      if (current?.id !== data.id) break;
      if (current !== previous) continue;
      storeUser(data);
      break;
    }
    return true;
  } catch {
    return false;
  }
}

/**
 * Delays before each renewal, because the server writes the claims just after the user document.
 */
const RENEWAL_DELAYS_MS = [0, 200, 500, 1500, 4000, 8000];

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Parses only the version, so that a tier unknown to this build doesn't make the token look
 * outdated.
 */
const versionSchema = z.object({ accessVersion: z.int() });

async function areClaimsCurrent(renew: boolean): Promise<boolean> {
  const user = getCurrentUser();
  if (!user) return true;
  const parsed = versionSchema.safeParse(await getClaims(user.id, renew));
  return parsed.success && parsed.data.accessVersion >= user.accessVersion;
}

async function renewUntilCurrent(): Promise<boolean> {
  if (await areClaimsCurrent(false)) return false;
  for (const ms of RENEWAL_DELAYS_MS) {
    await delay(ms);
    if (await areClaimsCurrent(true)) return true;
  }
  return false;
}

let pendingRenewal: Promise<boolean> | undefined;

/**
 * Renews the ID token after a change of access, with a limited number of attempts.
 * @returns true if the token changed; never rejects
 */
export function renewClaims(): Promise<boolean> {
  pendingRenewal ??= renewUntilCurrent()
    .catch(() => false)
    .finally(() => {
      pendingRenewal = undefined;
    });
  return pendingRenewal;
}

export type AccessChange =
  | { readonly kind: 'opened' | 'lowered'; readonly tier: Tier }
  | { readonly kind: 'closed' | 'no longer staff' };

export function getAccessChange(previous: User, current: User): AccessChange | null {
  if (previous.staff && !current.staff) return { kind: 'no longer staff' };
  const tier = getEffectiveTier(current);
  const tierSteps = TIERS.indexOf(tier) - TIERS.indexOf(getEffectiveTier(previous));
  if (tierSteps === 0 || current.staff) return null;
  if (tierSteps > 0) return { kind: 'opened', tier };
  return isLocked(current) ? { kind: 'closed' } : { kind: 'lowered', tier };
}

const lastAccessChange = observable<AccessChange | null>(null);
let lastMember = getCurrentUser();

function handleMemberChange(): void {
  const member = getCurrentUser();
  const change =
    member && lastMember?.id === member.id ? getAccessChange(lastMember, member) : null;
  if (member?.id !== lastMember?.id) lastAccessChange.set(null);
  else if (change) lastAccessChange.set(change);
  lastMember = member;
}
session.subscribe(handleMemberChange);

export const useAccessChange = (): AccessChange | null =>
  useSyncExternalStore(lastAccessChange.subscribe, lastAccessChange.get, () => null);

export const dismissAccessChange = (): void => lastAccessChange.set(null);
