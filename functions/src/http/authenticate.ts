import type { IncomingHttpHeaders } from 'node:http';
import type { UserRecord } from '@quantalgo/contracts';
import { deviceLabel } from '../domain/account/device';
import { verifyToken } from '../platform/accounts/verifyToken';
import {
  isDueToBeNoted,
  noteDevice,
  readSession,
  type OpenSession,
  type Session,
} from '../platform/sessions/sessions';
import type { ApiDeps } from './deps';
import { HttpError } from './errors';

/** Who is calling: the session of the token, and the member's record as it is now. */
export interface Member {
  readonly session: Session;
  readonly record: UserRecord;
}

export const SESSION_ENDED = 'Your session has ended. Please log in again.';

const BEARER = /^Bearer +(\S+)$/i;

/** Notes the device for its member's list, once an hour. A call never fails for it. */
async function note(
  { clock, firestore, log }: ApiDeps,
  session: Session,
  open: OpenSession,
  userAgent: string | undefined,
): Promise<void> {
  const now = clock();
  if (!isDueToBeNoted(open, now)) return;
  try {
    await noteDevice(firestore, session, deviceLabel(userAgent), now);
  } catch (error) {
    log.error('A device was not noted', { cause: error });
  }
}

/**
 * The member behind a call's `Authorization` header. Access is read from the live record, never from the token's claims.
 * @throws HttpError 401 without a token or when its session is over.
 */
export async function authenticate(deps: ApiDeps, headers: IncomingHttpHeaders): Promise<Member> {
  const token = BEARER.exec(headers.authorization ?? '')?.[1];
  if (token === undefined) throw new HttpError(401, 'Please log in');
  const session = await verifyToken(deps.auth, token);
  const open = session && (await readSession(deps.firestore, session));
  if (!open) throw new HttpError(401, SESSION_ENDED);
  await note(deps, session, open, headers['user-agent']);
  return { session, record: open.record };
}
