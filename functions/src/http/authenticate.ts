import type { UserRecord } from '@quantalgo/contracts';
import { verifyToken } from '../platform/accounts/verifyToken';
import { readSession, type Session } from '../platform/sessions/sessions';
import type { ApiDeps } from './deps';
import { HttpError } from './errors';

/** Who is calling: the session of the token, and the member's record as it is now. */
export interface Member {
  readonly session: Session;
  readonly record: UserRecord;
}

export const SESSION_ENDED = 'Your session has ended. Please log in again.';

const BEARER = /^Bearer +(\S+)$/i;

/**
 * The member behind an `Authorization` header. Access is read from the live record, never from the token's claims.
 * @throws HttpError 401 without a token or when its session is over.
 */
export async function authenticate(
  { auth, firestore }: Pick<ApiDeps, 'auth' | 'firestore'>,
  authorization: string | undefined,
): Promise<Member> {
  const token = BEARER.exec(authorization ?? '')?.[1];
  if (token === undefined) throw new HttpError(401, 'Please log in');
  const session = await verifyToken(auth, token);
  const record = session && (await readSession(firestore, session));
  if (!record) throw new HttpError(401, SESSION_ENDED);
  return { session, record };
}
