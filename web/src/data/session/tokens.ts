import * as z from 'zod/mini';
import { NetworkError } from './errors';
import { currentUser } from './currentSession';

const codedError = z.object({ code: z.string() });

/** What Firebase Auth says when a session can't be continued. Anything else may pass: offline, or a server in trouble. */
const ENDED = new Set([
  'auth/user-token-expired',
  'auth/user-disabled',
  'auth/user-not-found',
  'auth/invalid-user-token',
  'auth/invalid-refresh-token',
]);

/** Firebase Auth, loaded when it is first needed: never for the first paint. */
export const loadAuth = () => import('./firebaseAuth');

/**
 * The ID token of the member, a new one when `renew`; null when nobody is signed in or the session has ended.
 * @throws NetworkError when a token is due and the server can't be reached.
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
