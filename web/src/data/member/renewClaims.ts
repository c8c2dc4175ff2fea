import { accessClaimsSchema } from '@quantalgo/contracts';
import { currentUser } from '../session/store';
import { loadAuth } from '../session/tokens';

/** The server writes the claims just after the record they mirror: how long (ms) to wait before each further look. */
const WAITS = [0, 200, 500, 1500, 4000, 8000];

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Whether the token says what the member's record says; asks for a new token first when `renew`. */
async function isCurrent(renew: boolean): Promise<boolean> {
  const user = currentUser();
  if (!user) return true;
  const { claims } = await loadAuth();
  const parsed = accessClaimsSchema.safeParse(await claims(user.id, renew));
  return parsed.success && parsed.data.accessVersion >= user.accessVersion;
}

async function renewUntilCurrent(): Promise<boolean> {
  if (await isCurrent(false)) return false;
  for (const ms of WAITS) {
    await wait(ms);
    if (await isCurrent(true)) return true;
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
