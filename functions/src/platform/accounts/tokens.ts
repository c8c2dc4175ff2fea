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

/** Signatures are checked once; so many tokens are remembered for it. */
const REMEMBERED = 10_000;

/**
 * Tells the session that an ID token names: signature, project and expiry are checked. Whether that session goes on is
 * not: whoever asks must look. A token that was found genuine is so until it expires, and is not checked anew.
 * @returns null for a token that opens nothing
 * @throws Error when it could not be checked; the token may be good.
 */
export function tokenReader(
  auth: Pick<Auth, 'verifyIdToken'>,
): (token: string) => Promise<Session | null> {
  const known = new Map<string, { readonly session: Session; readonly expiresAt: number }>();

  function keep(token: string, session: Session, expiresAt: number): Session {
    const [oldest] = known.size < REMEMBERED ? [] : known.keys();
    if (oldest !== undefined) known.delete(oldest);
    known.set(token, { session, expiresAt });
    return session;
  }

  return async (token) => {
    const before = known.get(token);
    if (before && Date.now() < before.expiresAt) return before.session;
    known.delete(token);
    try {
      const { uid, auth_time: authTime, exp } = await auth.verifyIdToken(token);
      return keep(token, { uid, authTime }, exp * 1000);
    } catch (error) {
      if (isRefusal(error)) return null;
      throw error;
    }
  };
}
