/**
 * Fakes the session's tokens: their owner, and the claims of each renewed token.
 */
interface FakeTokens {
  uid: string | null;
  /** Claims of the current token, then of each renewed one. */
  claims: unknown[];
  renewals: number;
  /** Thrown by every use unless null. */
  failure: Error | null;
}

const createEmpty = (): FakeTokens => ({ uid: null, claims: [], renewals: 0, failure: null });

export const held: FakeTokens = createEmpty();

/** Resets to a logged-out page. */
export function resetAuth(): void {
  Object.assign(held, createEmpty());
}

export async function openTokens(uid: string): Promise<void> {
  if (held.failure) throw held.failure;
  held.uid = uid;
  return Promise.resolve();
}

export function clearTokens(): void {
  held.uid = null;
}

export const getTokenUid = (): string | null => held.uid;

export const followIdToken = (): void => undefined;

export const unfollowIdToken = (): void => undefined;

function use(uid: string, renew: boolean): boolean {
  if (held.failure) throw held.failure;
  if (renew) {
    held.renewals += 1;
    if (held.claims.length > 1) held.claims.shift();
  }
  return held.uid === uid;
}

export const getIdToken = (uid: string, renew: boolean): Promise<string | null> =>
  Promise.resolve().then(() => (use(uid, renew) ? `token-${held.renewals}` : null));

export const getClaims = (uid: string, renew: boolean): Promise<unknown> =>
  Promise.resolve().then(() => (use(uid, renew) ? held.claims[0] : undefined));
