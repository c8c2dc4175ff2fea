import * as z from 'zod/mini';
import { NetworkError } from './errors';
import { currentUser } from './currentSession';

const codedError = z.object({ code: z.string() });

/**
 * Firebase Auth's errors for a session that can't be continued. Others may be temporary: offline, or a server in
 * trouble.
 */
const ENDED = new Set([
  'auth/user-token-expired',
  'auth/user-disabled',
  'auth/user-not-found',
  'auth/invalid-user-token',
  'auth/invalid-refresh-token',
]);

/** Firebase Auth, loaded when first needed: never before the first paint. */
export const loadAuth = () => import('./firebaseAuth');

/**
 * The member's ID token, a new one if `renew`; null if nobody is signed in or the session has ended.
 * @throws NetworkError if a token is due and the server can't be reached
 */
export async function bearer(renew = false): Promise<string | null> {
  const user = currentUser();
  if (!user) return null;
  try {
    const { idToken } = await loadAuth();
    return await idToken(user.id, renew);
  } catch (error) {
    const coded = codedError.safeParse(error);
    if (coded.success && ENDED.has(coded.data.code)) return null;
    throw new NetworkError(error);
  }
}
