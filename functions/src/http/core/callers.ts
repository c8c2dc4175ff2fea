import type { IncomingHttpHeaders } from 'node:http';
import { canUseFeature, type Feature } from '@quantalgo/contracts/access/access';
import type { UserRecord } from '@quantalgo/contracts/account/member';
import { parseDeviceLabel } from '../../domain/account/account';
import { checkFactor, type SessionFactor } from '../../domain/auth/secondFactor';
import { createBatcher } from '../../platform/core/batcher';
import {
  type SessionReadResult,
  isRecordingDue,
  type OpenSession,
  readSessions,
  recordDevice,
  createTokenReader,
} from '../../platform/auth/openSessions';
import type { Session } from '../../platform/auth/sessions';
import type { ApiDeps } from './deps';
import { HttpError, SESSION_ENDED } from './reply';

export interface Member {
  readonly session: Session;
  readonly record: UserRecord;
  readonly factor: SessionFactor;
  /** Resolves once the device is on the member's list. Most handlers don't await it. */
  readonly deviceRecorded: Promise<void>;
}

/** True for staff whose session has passed the second factor. */
export const hasStaffRights = (
  { clock, requiresFactor }: Pick<ApiDeps, 'clock' | 'requiresFactor'>,
  { record, factor }: Pick<Member, 'record' | 'factor'>,
): boolean => record.staff && checkFactor(factor, 'shown', requiresFactor, clock()) === null;

/** @throws HttpError 403 while the feature is locked for the member */
export function requireFeature(deps: ApiDeps, caller: Member, feature: Feature): void {
  if (canUseFeature(feature, { ...caller.record, staff: hasStaffRights(deps, caller) })) return;
  throw new HttpError(403, 'Your dashboard is locked. Link a funded broker account to unlock it.');
}

const BEARER_PATTERN = /^Bearer +(\S+)$/i;

export interface PendingCaller<Round> {
  readonly session: Session;
  readonly headers: IncomingHttpHeaders;
  /** Admits members who have yet to choose a password. */
  readonly passwordless?: boolean;
  readonly begin?: (round: Round) => void;
  readonly end: (result: Member | Error, round: Round) => void;
}

export interface CallerBatch {
  /** Resolves once all callers of the batch are answered. Never rejects. */
  readonly done: () => Promise<void>;
}

const PASSWORD_FIRST = 'Please choose a password for your account first';

const ALREADY_RECORDED = Promise.resolve();

// Runs one write per device at a time. Calls neither wait for it nor fail because of it.
function createDeviceRecorder({ clock, firestore, log }: ApiDeps) {
  const pending = new Map<string, Promise<void>>();

  async function writeDevice(open: OpenSession, userAgent: string | undefined): Promise<void> {
    try {
      await recordDevice(firestore, open, parseDeviceLabel(userAgent), clock());
    } catch (error) {
      log.error('Failed to record a device', { cause: error });
    }
    pending.delete(open.session.sid);
  }

  return (open: OpenSession, headers: IncomingHttpHeaders): Promise<void> => {
    if (!isRecordingDue(open.recordedAt, clock())) return ALREADY_RECORDED;
    const { sid } = open.session;
    const recording = pending.get(sid) ?? writeDevice(open, headers['user-agent']);
    pending.set(sid, recording);
    return recording;
  };
}

/**
 * Reads the sessions of simultaneous calls together. The read starts only after all of these calls
 * have arrived. Access comes from the current record, never from token claims.
 */
export class Callers<R extends CallerBatch> {
  readonly join: (caller: PendingCaller<R>) => void;
  readonly #parseToken;

  constructor(deps: ApiDeps, createRound: () => R) {
    const startRecording = createDeviceRecorder(deps);
    const toMember = (
      result: SessionReadResult | undefined,
      { headers, passwordless = false }: PendingCaller<R>,
    ): Member | Error => {
      if (!result) return new HttpError(401, SESSION_ENDED);
      if (result instanceof Error) return result;
      const { session, record, factor } = result;
      if (record.needsPassword === true && !passwordless) return new HttpError(403, PASSWORD_FIRST);
      return { session, record, factor, deviceRecorded: startRecording(result, headers) };
    };
    this.#parseToken = createTokenReader(deps.auth);
    this.join = createBatcher(async (pendingCallers) => {
      const round = createRound();
      for (const { begin } of pendingCallers) begin?.(round);
      const sessions = await readSessions(
        deps,
        new Set(pendingCallers.map(({ session }) => session)),
      );
      for (const caller of pendingCallers)
        caller.end(toMember(sessions.get(caller.session), caller), round);
      await round.done();
    });
  }

  /**
   * Returns synchronously if the token is cached.
   * @throws HttpError 401 without a token, or (in the promise) for an invalid one
   */
  getSession({ authorization = '' }: IncomingHttpHeaders): Session | Promise<Session> {
    const token = BEARER_PATTERN.exec(authorization)?.[1];
    if (token === undefined) throw new HttpError(401, 'Please log in');
    const session = this.#parseToken(token);
    return session instanceof Promise ? session.then(requireSession) : requireSession(session);
  }

  /** @throws HttpError 401 without an open session, 403 until the member chooses a password */
  async authenticate(headers: IncomingHttpHeaders, passwordless = false): Promise<Member> {
    const session = await this.getSession(headers);
    return new Promise((resolve, reject) => {
      const end = (result: Member | Error) =>
        result instanceof Error ? reject(result) : resolve(result);
      this.join({ session, headers, passwordless, end });
    });
  }
}

function requireSession(session: Session | null): Session {
  if (!session) throw new HttpError(401, SESSION_ENDED);
  return session;
}
