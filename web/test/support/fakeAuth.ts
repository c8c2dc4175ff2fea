/**
 * Stands in for the session's tokens: whom they are of, and which claims each new one bears.
 */
interface FakeTokens {
  uid: string | null;
  /** Claims of the token in hand, then of each one that is asked for anew. */
  claims: unknown[];
  renewals: number;
  /** What every use throws, where it throws. */
  failure: Error | null;
}

const nobody = (): FakeTokens => ({ uid: null, claims: [], renewals: 0, failure: null });

export const held: FakeTokens = nobody();

/** As it is on a page where nobody is signed in. */
export function resetAuth(): void {
  Object.assign(held, nobody());
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
