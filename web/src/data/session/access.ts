import {
  accessClaimsSchema,
  endpoints,
  isLocked,
  openTier,
  TIERS,
  type Tier,
  type User,
} from '@quantalgo/contracts';
import { useState, useSyncExternalStore } from 'react';
import { observable } from '../core/observable';
import { call } from './call';
import { currentUser, session, storeUser } from './currentSession';
import { loadAuth } from './tokens';
import { useSending } from './useSending';

/**
 * Asks the server who the member is now; a refusal ends the session. Says whether the server answered: what failed is
 * asked again at the next occasion.
 */
export async function refreshMember(): Promise<boolean> {
  try {
    const { data } = await call('me', {});
    if (currentUser()?.id === data.id) storeUser(data);
    return true;
  } catch {
    return false;
  }
}

/** The server writes the claims just after the record they mirror: how long (ms) to wait before each further look. */
const RENEWAL_WAITS_MS = [0, 200, 500, 1500, 4000, 8000];

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether the token says what the member's record says; asks for a new token first when `renew`. */
async function areClaimsCurrent(renew: boolean): Promise<boolean> {
  const user = currentUser();
  if (!user) return true;
  const { claims } = await loadAuth();
  const parsed = accessClaimsSchema.safeParse(await claims(user.id, renew));
  return parsed.success && parsed.data.accessVersion >= user.accessVersion;
}

async function renewUntilCurrent(): Promise<boolean> {
  if (await areClaimsCurrent(false)) return false;
  for (const ms of RENEWAL_WAITS_MS) {
    await wait(ms);
    if (await areClaimsCurrent(true)) return true;
  }
  return false;
}

let renewing: Promise<boolean> | undefined;

/**
 * Brings the ID token up to the member's record, whose `accessVersion` tells of a change: tries a few times and then
 * leaves it, so that refreshes never loop. Says whether the token changed; never rejects.
 */
export function renewClaims(): Promise<boolean> {
  renewing ??= renewUntilCurrent()
    .catch(() => false)
    .finally(() => {
      renewing = undefined;
    });
  return renewing;
}

/**
 * Unlocks the member's dashboard with a code that staff issued; what it opens shows at once.
 * @throws ApiError with the server's words. @throws NetworkError when no answer came.
 */
async function redeemDashboardCode(dashboardCode: string): Promise<void> {
  await call('validateDashboardCode', { body: { dashboardCode } });
  await refreshMember();
}

const DASHBOARD_CODE_FAILURES = {
  wordless: endpoints.validateDashboardCode.failure,
  unanswered: 'Network error. Please check your connection and try again.',
};

/** The code with which staff open a dashboard, while it is entered and checked. */
export function useDashboardCode() {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const { sending, failure, waitMs, send } = useSending(
    redeemDashboardCode,
    DASHBOARD_CODE_FAILURES,
  );
  /** Sends the code, and says whether it is one that can be sent. */
  const submit = (): boolean => {
    const parsed = endpoints.validateDashboardCode.body.safeParse({ dashboardCode: code });
    setError(parsed.error?.issues[0]?.message);
    if (parsed.success) void send(code);
    return parsed.success;
  };
  return { code, setCode, error, sending, failure, waitMs, submit };
}

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
