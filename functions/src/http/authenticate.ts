import type { IncomingHttpHeaders } from 'node:http';
import type { UserRecord } from '@quantalgo/contracts';
import { deviceLabel } from '../domain/account';
import {
  isRecordingDue,
  recordDevice,
  type Session,
  sessionReader,
  tokenReader,
} from '../platform/members/sessions';
import type { ApiDeps } from './deps';
import { HttpError } from './errors';

/** Who is calling: the session of the token, and the member's record as it is now. */
export interface Member {
  readonly session: Session;
  readonly record: UserRecord;
}

export const SESSION_ENDED = 'Your session has ended. Please log in again.';

const BEARER = /^Bearer +(\S+)$/i;

/** Notes the device for its member's list. A call never fails for it. */
async function note(
  { clock, firestore, log }: ApiDeps,
  session: Session,
  userAgent: string | undefined,
): Promise<void> {
  try {
    await recordDevice(firestore, session, deviceLabel(userAgent), clock());
  } catch (error) {
    log.error('A device was not noted', { cause: error });
  }
}

/** Tells who calls. */
export type Authenticate = (headers: IncomingHttpHeaders) => Promise<Member>;

/**
 * Tells the member behind a call's `Authorization` header. Access is read from the live record, never from the token's
 * claims.
 * @returns throws HttpError 401 without a token or when its session is over
 */
export function authenticator(deps: ApiDeps): Authenticate {
  const sessionOf = tokenReader(deps.auth);
  const read = sessionReader(deps);
  return async (headers) => {
    const token = BEARER.exec(headers.authorization ?? '')?.[1];
    if (token === undefined) throw new HttpError(401, 'Please log in');
    const session = await sessionOf(token);
    const open = session && (await read(session));
    if (!open) throw new HttpError(401, SESSION_ENDED);
    if (isRecordingDue(open.notedAt, deps.clock()))
      await note(deps, session, headers['user-agent']);
    return { session, record: open.record };
  };
}
