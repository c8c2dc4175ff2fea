import type { UserRecord } from '@quantalgo/contracts/account/member';
import { storedId } from '@quantalgo/contracts/core/validation';
import { type Auth, FirebaseAuthError } from 'firebase-admin/auth';
import { type DocumentSnapshot, type Firestore, Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import type { DeviceLabel } from '../../domain/account/account';
import type { ShownFactor } from '../../domain/auth/secondFactor';
import { updateAsRead } from '../core/documents';
import { openIn, type Session, sessionEnd, sessionRef } from './sessions';
import { userOf, userRef } from '../account/users';

/** An open session with its member. */
export interface OpenSession {
  readonly session: Session;
  readonly record: UserRecord;
  /** When it began (epoch ms). */
  readonly signedInAt: number;
  readonly factor: ShownFactor;
  /** When its device was last recorded (epoch ms), null where it never was. */
  readonly notedAt: number | null;
  /** The update time of its document as it was read. */
  readonly changedAt: Timestamp | undefined;
}

/** How many sessions are read in one call. */
const MAX_READ_AT_ONCE = 100;

function openOf(
  session: Session,
  user: DocumentSnapshot | undefined,
  snapshot: DocumentSnapshot | undefined,
  now: number,
): OpenSession | null {
  const held = snapshot && openIn(snapshot, session.uid, now);
  const record = user && held ? userOf(user) : null;
  if (!held || !record) return null;
  const notedAt = held.browser === undefined ? null : held.lastSeenAt;
  const factor = { shownAt: held.secondFactorAt, exempt: held.factorExempt };
  const { updateTime: changedAt } = snapshot;
  return { session, record, signedInAt: held.signedInAt, factor, notedAt, changedAt };
}

/** The result of reading a session: null where it ended or its member is gone, an error where it couldn't be read. */
export type Found = OpenSession | Error | null;

const errorOf = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error));

/** Reads sessions in one round trip. An invalid record fails only its own member. */
async function readSome(
  { firestore, clock }: Reading,
  sessions: readonly Session[],
): Promise<Found[]> {
  const documents = sessions.flatMap((session) => [
    userRef(firestore, session.uid),
    sessionRef(firestore, session),
  ]);
  try {
    const snapshots = await firestore.getAll(...documents);
    const now = clock();
    return sessions.map((session, index) => {
      try {
        return openOf(session, snapshots[2 * index], snapshots[2 * index + 1], now);
      } catch (error) {
        return errorOf(error);
      }
    });
  } catch (error) {
    return sessions.map(() => errorOf(error));
  }
}

interface Reading {
  readonly firestore: Firestore;
  readonly clock: () => number;
}

/**
 * Reads whether sessions are open: each exists, wasn't ended, and its member's record exists. One round trip to the
 * database per {@link MAX_READ_AT_ONCE} sessions, and no other calls. Never rejects.
 */
export async function readSessions(
  reading: Reading,
  sessions: ReadonlySet<Session>,
): Promise<ReadonlyMap<Session, Found>> {
  const all = [...sessions];
  const parts = Array.from({ length: Math.ceil(all.length / MAX_READ_AT_ONCE) }, (_, part) =>
    all.slice(part * MAX_READ_AT_ONCE, (part + 1) * MAX_READ_AT_ONCE),
  );
  const found = (await Promise.all(parts.map((part) => readSome(reading, part)))).flat();
  return new Map(all.map((session, index) => [session, found[index] ?? null]));
}
/** A device is recorded again when this time (ms) has passed, so at most one call an hour writes. */
const NOTED_EVERY_MS = 60 * 60_000;

/**
 * True when the device of a session, last recorded at `notedAt`, is due to be recorded again at `now` (both epoch ms).
 */
export const isRecordingDue = (notedAt: number | null, now: number): boolean =>
  notedAt === null || now - notedAt >= NOTED_EVERY_MS;

/**
 * Records the device of a session for its member's list, and that it is in use. Writes nothing where the session is
 * gone or changed since it was read: one that ended meanwhile keeps its deletion time.
 * @param now epoch ms
 */
export async function recordDevice(
  firestore: Firestore,
  { session, signedInAt, changedAt }: Pick<OpenSession, 'session' | 'signedInAt' | 'changedAt'>,
  label: DeviceLabel,
  now: number,
): Promise<void> {
  const noted = {
    ...label,
    lastSeenAt: Timestamp.fromMillis(now),
    expireAt: Timestamp.fromMillis(sessionEnd(signedInAt, now)),
  };
  await updateAsRead({ ref: sessionRef(firestore, session), updateTime: changedAt }, noted);
}

/** The Admin SDK's error codes for a token that is malformed or expired, or whose account is closed. */
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

/** How many verified tokens are cached, so that each signature is checked once. */
const REMEMBERED = 10_000;

/** Both are ids of documents: the database rejects some texts, such as `__x__`. */
const claimSchema = z.object({
  uid: z.string().check(z.regex(storedId(128))),
  sid: z.string().check(z.regex(storedId(64))),
  exp: z.number(),
});

/**
 * Reads the session that an ID token names, after a check of signature, project and expiry. It doesn't check whether
 * the session is open; the caller must. A verified token is cached until it expires, and yields the same object.
 * @returns null for an invalid token, or one of a session that our server didn't grant
 * @throws Error when it couldn't be checked; the token may be valid
 */
export function tokenReader(
  auth: Pick<Auth, 'verifyIdToken'>,
): (token: string) => Session | null | Promise<Session | null> {
  const known = new Map<string, { readonly session: Session; readonly expiresAt: number }>();

  function keep(token: string, session: Session, expiresAt: number): Session {
    const [oldest] = known.size < REMEMBERED ? [] : known.keys();
    if (oldest !== undefined) known.delete(oldest);
    known.set(token, { session, expiresAt });
    return session;
  }

  async function check(token: string): Promise<Session | null> {
    try {
      const claims = z.safeParse(claimSchema, await auth.verifyIdToken(token));
      if (!claims.success) return null;
      const { uid, sid, exp } = claims.data;
      return keep(token, { uid, sid }, exp * 1000);
    } catch (error) {
      if (isRefusal(error)) return null;
      throw error;
    }
  }

  return (token) => {
    const before = known.get(token);
    if (before && Date.now() < before.expiresAt) return before.session;
    known.delete(token);
    return check(token);
  };
}
