import { FirebaseAuthError, type Auth } from 'firebase-admin/auth';
import type { Session } from '../sessions/sessions';

/** What the Admin SDK says of a token that is none, is over, or whose account is closed. */
const REFUSED = new Set([
  'auth/argument-error',
  'auth/id-token-expired',
  'auth/id-token-revoked',
  'auth/invalid-id-token',
  'auth/user-disabled',
  'auth/user-not-found',
]);

/** The Admin SDK reports its own failure to fetch Google's keys with the code of a malformed token. */
const KEYS_UNREACHABLE = /^Error (while making request|fetching public keys)/;

const isRefusal = (error: unknown): boolean =>
  error instanceof FirebaseAuthError &&
  REFUSED.has(error.code) &&
  !KEYS_UNREACHABLE.test(error.message);

/**
 * The session behind an ID token: signature, project, expiry, revocation and the account's state are checked.
 * @returns null when the token doesn't (or no longer) open anything.
 * @throws Error when it could not be checked; the token may be good.
 */
export async function verifyToken(
  auth: Pick<Auth, 'verifyIdToken'>,
  token: string,
): Promise<Session | null> {
  try {
    const { uid, auth_time } = await auth.verifyIdToken(token, true);
    return { uid, authTime: auth_time };
  } catch (error) {
    if (isRefusal(error)) return null;
    throw error;
  }
}
