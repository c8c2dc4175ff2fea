import { accessClaimsSchema, endpoints } from '@quantalgo/contracts';
import { useState } from 'react';
import { call } from './call';
import { currentUser, storeUser } from './currentSession';
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
