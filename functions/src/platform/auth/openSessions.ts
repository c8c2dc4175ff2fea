import type { UserRecord } from '@quantalgo/contracts/account/member';
import { createIdPattern } from '@quantalgo/contracts/core/validation';
import { type Auth, FirebaseAuthError } from 'firebase-admin/auth';
import { type DocumentSnapshot, type Firestore, Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import type { DeviceLabel } from '../../domain/account/account';
import type { SessionFactor } from '../../domain/auth/secondFactor';
import { updateIfUnchanged } from '../core/documents';
import { parseOpenSession, type Session, getSessionEnd, sessionRef } from './sessions';
import { parseUser, userRef } from '../account/users';

export interface OpenSession {
  readonly session: Session;
  readonly record: UserRecord;
  readonly loggedInAt: number;
  readonly factor: SessionFactor;
  readonly recordedAt: number | null;
  readonly changedAt: Timestamp | undefined;
}

const MAX_SESSIONS_PER_READ = 100;

function toOpenSession(
  session: Session,
  user: DocumentSnapshot | undefined,
  snapshot: DocumentSnapshot | undefined,
  now: number,
): OpenSession | null {
  const storedSession = snapshot && parseOpenSession(snapshot, session.uid, now);
  const record = user && storedSession ? parseUser(user) : null;
  if (!storedSession || !record) return null;
  const recordedAt = storedSession.browser === undefined ? null : storedSession.lastSeenAt;
  const factor = { shownAt: storedSession.secondFactorAt, exempt: storedSession.factorExempt };
  const { updateTime: changedAt } = snapshot;
  return { session, record, loggedInAt: storedSession.loggedInAt, factor, recordedAt, changedAt };
}

/** Null if the session ended or its member is gone. An error if the session couldn't be read. */
export type SessionReadResult = OpenSession | Error | null;

const toError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error));

/** Takes one round trip. An invalid record fails only its own member. */
async function readBatch(
  { firestore, clock }: SessionReader,
  sessions: readonly Session[],
): Promise<SessionReadResult[]> {
  const documents = sessions.flatMap((session) => [
    userRef(firestore, session.uid),
    sessionRef(firestore, session),
  ]);
  try {
    const snapshots = await firestore.getAll(...documents);
    const now = clock();
    return sessions.map((session, index) => {
      try {
        return toOpenSession(session, snapshots[2 * index], snapshots[2 * index + 1], now);
      } catch (error) {
        return toError(error);
      }
    });
  } catch (error) {
    return sessions.map(() => toError(error));
  }
}

interface SessionReader {
  readonly firestore: Firestore;
  readonly clock: () => number;
}

/** Takes one round trip per {@link MAX_SESSIONS_PER_READ} sessions. Never rejects. */
export async function readSessions(
  reader: SessionReader,
  sessions: ReadonlySet<Session>,
): Promise<ReadonlyMap<Session, SessionReadResult>> {
  const sessionList = [...sessions];
  const batchCount = Math.ceil(sessionList.length / MAX_SESSIONS_PER_READ);
  const batches = Array.from({ length: batchCount }, (_, index) =>
    sessionList.slice(index * MAX_SESSIONS_PER_READ, (index + 1) * MAX_SESSIONS_PER_READ),
  );
  const results = (await Promise.all(batches.map((batch) => readBatch(reader, batch)))).flat();
  return new Map(sessionList.map((session, index) => [session, results[index] ?? null]));
}

const DEVICE_RECORD_INTERVAL_MS = 60 * 60_000;

export const isRecordingDue = (recordedAt: number | null, now: number): boolean =>
  recordedAt === null || now - recordedAt >= DEVICE_RECORD_INTERVAL_MS;

/**
 * Writes nothing if the session changed since it was read, because an ended one must keep its
 * `expireAt`.
 */
export async function recordDevice(
  firestore: Firestore,
  { session, loggedInAt, changedAt }: Pick<OpenSession, 'session' | 'loggedInAt' | 'changedAt'>,
  label: DeviceLabel,
  now: number,
): Promise<void> {
  const fields = {
    ...label,
    lastSeenAt: Timestamp.fromMillis(now),
    expireAt: Timestamp.fromMillis(getSessionEnd(loggedInAt, now)),
  };
  await updateIfUnchanged({ ref: sessionRef(firestore, session), updateTime: changedAt }, fields);
}

const REFUSAL_CODES = new Set([
  'auth/argument-error',
  'auth/id-token-expired',
  'auth/id-token-revoked',
  'auth/invalid-id-token',
  'auth/user-disabled',
  'auth/user-not-found',
]);

/** The Admin SDK reports a failure to fetch Google's keys as a malformed token. */
const KEYS_UNREACHABLE_PATTERN = /^Error (while making request|fetching public keys)/;

const isRefusal = (error: unknown): boolean =>
  error instanceof FirebaseAuthError &&
  REFUSAL_CODES.has(error.code) &&
  !KEYS_UNREACHABLE_PATTERN.test(error.message);

const MAX_CACHED_TOKENS = 10_000;

/** `uid` and `sid` become document ids, of which Firestore rejects some, such as `__x__`. */
const claimSchema = z.object({
  uid: z.string().check(z.regex(createIdPattern(128))),
  sid: z.string().check(z.regex(createIdPattern(64))),
  exp: z.number(),
});

/**
 * Verifies signature, project and expiry. The caller must check that the session is open. A cached
 * token yields the same object.
 * @returns null if the token is invalid or lacks our server's claims
 * @throws Error if the token couldn't be checked, so it may be valid
 */
export function createTokenReader(
  auth: Pick<Auth, 'verifyIdToken'>,
): (token: string) => Session | null | Promise<Session | null> {
  const cache = new Map<string, { readonly session: Session; readonly expiresAt: number }>();

  function cacheSession(token: string, session: Session, expiresAt: number): Session {
    const [oldest] = cache.size < MAX_CACHED_TOKENS ? [] : cache.keys();
    if (oldest !== undefined) cache.delete(oldest);
    cache.set(token, { session, expiresAt });
    return session;
  }

  async function verify(token: string): Promise<Session | null> {
    try {
      const claims = z.safeParse(claimSchema, await auth.verifyIdToken(token));
      if (!claims.success) return null;
      const { uid, sid, exp } = claims.data;
      return cacheSession(token, { uid, sid }, exp * 1000);
    } catch (error) {
      if (isRefusal(error)) return null;
      throw error;
    }
  }

  return (token) => {
    const cached = cache.get(token);
    if (cached && Date.now() < cached.expiresAt) return cached.session;
    cache.delete(token);
    return verify(token);
  };
}
