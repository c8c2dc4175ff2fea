import { isLocked, openTier, type Tier, TIERS } from '@quantalgo/contracts/access/access';
import type { User } from '@quantalgo/contracts/account/member';
import { authEndpoints } from '@quantalgo/contracts/auth/endpoints';
import { useState, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import { observable } from '../core/observable';
import { call } from './call';
import { currentUser, session, storeUser } from './currentSession';
import { claims } from './idTokens';
import { useSending } from './useSending';

/** Times that the member is asked for before the answer is left: something newer comes each time meanwhile. */
const ASKS = 3;

/**
 * Fetches the member from the server; a refusal ends the session. An answer that was overtaken, by that of a change or
 * by the stream, may be older than what is here: it is dropped, and the server asked again.
 * @returns whether the server answered; failed calls are repeated at the next occasion
 */
export async function refreshMember(): Promise<boolean> {
  try {
    for (let asks = 0; asks < ASKS; asks += 1) {
      const before = currentUser();
      const { data } = await call(authEndpoints.me, {});
      const now = currentUser();
      if (now?.id !== data.id) break;
      if (now !== before) continue;
      storeUser(data);
      break;
    }
    return true;
  } catch {
    return false;
  }
}

/** The server writes the claims just after the user document they mirror: waits (ms) before each attempt to renew. */
const RENEWAL_WAITS_MS = [0, 200, 500, 1500, 4000, 8000];

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Only the version is read, as a tier that this build doesn't know says nothing about the token's age. */
const versionSchema = z.object({ accessVersion: z.int() });

/** Whether the token matches the user document; renews the token first if `renew`. */
async function areClaimsCurrent(renew: boolean): Promise<boolean> {
  const user = currentUser();
  if (!user) return true;
  const parsed = versionSchema.safeParse(await claims(user.id, renew));
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
 * Renews the ID token after a change of access, shown by the member's `accessVersion`. Gives up after a few attempts,
 * so that refreshes never loop.
 * @returns whether the token changed; never rejects
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
 * Unlocks the member's dashboard with a code issued by staff; the new access shows at once.
 * @throws ApiError with the server's message.
 * @throws NetworkError if there is no answer
 */
async function redeemDashboardCode(dashboardCode: string): Promise<void> {
  await call(authEndpoints.validateDashboardCode, { body: { dashboardCode } });
  await refreshMember();
}

const DASHBOARD_CODE_FAILURES = { wordless: authEndpoints.validateDashboardCode.failure };

/** State of the form for the dashboard code: input, checking and errors. */
export function useDashboardCode() {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const { sending, failure, waitMs, send } = useSending(
    redeemDashboardCode,
    DASHBOARD_CODE_FAILURES,
  );
  /** Sends the code if it is well-formed. @returns whether it is */
  const submit = (): boolean => {
    const parsed = authEndpoints.validateDashboardCode.body.safeParse({ dashboardCode: code });
    setError(parsed.error?.issues[0]?.message);
    if (parsed.success) void send(code);
    return parsed.success;
  };
  return { code, setCode, error, sending, failure, waitMs, submit };
}

/** A change of the member's access during a visit. */
export type AccessChange =
  | { readonly kind: 'opened' | 'lowered'; readonly tier: Tier }
  | { readonly kind: 'closed' | 'no longer staff' };

/** The change of access between two versions of a member; null if there is none. */
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

/** The last change of the member's access since the page was opened, until it is dismissed. */
export const useAccessChange = (): AccessChange | null =>
  useSyncExternalStore(lastAccessChange.subscribe, lastAccessChange.get, () => null);

/** Dismisses the change that the member has read. */
export const dismissAccessChange = (): void => lastAccessChange.set(null);
