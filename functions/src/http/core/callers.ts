import type { IncomingHttpHeaders } from 'node:http';
import type { UserRecord } from '@quantalgo/contracts/account/member';
import { deviceLabel } from '../../domain/account/account';
import { factorMissing, type ShownFactor } from '../../domain/auth/secondFactor';
import { createBatcher } from '../../platform/core/batcher';
import {
  type Found,
  isRecordingDue,
  type OpenSession,
  readSessions,
  recordDevice,
  tokenReader,
} from '../../platform/auth/openSessions';
import type { Session } from '../../platform/auth/sessions';
import type { ApiDeps } from './deps';
import { HttpError, SESSION_ENDED } from './reply';

/** The calling member: the session of the token, and the current record. */
export interface Member {
  readonly session: Session;
  readonly record: UserRecord;
  /** The session's state of the second factor. */
  readonly factor: ShownFactor;
  /** Resolves once the device is in its member's list, where this call adds it. Most handlers don't wait for it. */
  readonly noted: Promise<void>;
}

/** Whether the caller has the rights of staff: they are staff, and their session showed the second factor. */
export const actsAsStaff = (
  { clock, demandsFactor }: Pick<ApiDeps, 'clock' | 'demandsFactor'>,
  { record, factor }: Pick<Member, 'record' | 'factor'>,
): boolean => record.staff && factorMissing(factor, 'shown', demandsFactor, clock()) === null;

const BEARER = /^Bearer +(\S+)$/i;

/** A caller waiting for their session to be read. */
export interface Waiting<Round> {
  readonly session: Session;
  readonly headers: IncomingHttpHeaders;
  /** True where a member may call who still has to choose a password. */
  readonly passwordless?: boolean;
  /** Called when the round starts reading, to start further reads in parallel with the sessions. */
  readonly begin?: (round: Round) => void;
  /** Called once the session was read. */
  readonly end: (found: Member | Error, round: Round) => void;
}

/** Data read for all callers of one round, in parallel with their sessions. */
export interface CallerBatch {
  /** Resolves when all of its callers were answered; never rejects. */
  readonly done: () => Promise<void>;
}

const PASSWORD_FIRST = 'Please choose a password for your account first';

const NOTED = Promise.resolve();

/**
 * Records devices for their members' lists, one write per device at a time. Calls neither wait for it nor fail with it.
 */
function deviceNotes({ clock, firestore, log }: ApiDeps) {
  const underWay = new Map<string, Promise<void>>();

  async function note(open: OpenSession, userAgent: string | undefined): Promise<void> {
    try {
      await recordDevice(firestore, open, deviceLabel(userAgent), clock());
    } catch (error) {
      log.error('A device was not noted', { cause: error });
    }
    underWay.delete(open.session.sid);
  }

  return (open: OpenSession, headers: IncomingHttpHeaders): Promise<void> => {
    if (!isRecordingDue(open.notedAt, clock())) return NOTED;
    const { sid } = open.session;
    const noted = underWay.get(sid) ?? note(open, headers['user-agent']);
    underWay.set(sid, noted);
    return noted;
  };
}

/**
 * Authenticates callers in rounds: sessions requested at the same time are read together, and no read starts before the
 * last of them was requested. Access comes from the current record, never from the token's claims.
 */
export class Callers<R extends CallerBatch> {
  readonly join: (one: Waiting<R>) => void;
  readonly #sessionOf;

  constructor(deps: ApiDeps, newRound: () => R) {
    const note = deviceNotes(deps);
    const memberOf = (
      found: Found | undefined,
      { headers, passwordless = false }: Waiting<R>,
    ): Member | Error => {
      if (!found) return new HttpError(401, SESSION_ENDED);
      if (found instanceof Error) return found;
      const { session, record, factor } = found;
      if (record.needsPassword === true && !passwordless) return new HttpError(403, PASSWORD_FIRST);
      return { session, record, factor, noted: note(found, headers) };
    };
    this.#sessionOf = tokenReader(deps.auth);
    this.join = createBatcher(async (all) => {
      const round = newRound();
      for (const { begin } of all) begin?.(round);
      const found = await readSessions(deps, new Set(all.map(({ session }) => session)));
      for (const one of all) one.end(memberOf(found.get(one.session), one), round);
      await round.done();
    });
  }

  /**
   * The session named by a call's `Authorization` header, synchronously where its token was seen before.
   * @throws HttpError 401 without a token, or (in the promise, for a new token) where the token is invalid
   */
  sessionOf({ authorization = '' }: IncomingHttpHeaders): Session | Promise<Session> {
    const token = BEARER.exec(authorization)?.[1];
    if (token === undefined) throw new HttpError(401, 'Please log in');
    const session = this.#sessionOf(token);
    return session instanceof Promise ? session.then(orEnded) : orEnded(session);
  }

  /**
   * The member of a call's `Authorization` header.
   * @throws HttpError 401 without a token or when its session has ended, 403 while they have to choose a password first
   */
  async authenticate(headers: IncomingHttpHeaders, passwordless = false): Promise<Member> {
    const session = await this.sessionOf(headers);
    return new Promise((resolve, reject) => {
      const end = (found: Member | Error) =>
        found instanceof Error ? reject(found) : resolve(found);
      this.join({ session, headers, passwordless, end });
    });
  }
}

function orEnded(session: Session | null): Session {
  if (!session) throw new HttpError(401, SESSION_ENDED);
  return session;
}
