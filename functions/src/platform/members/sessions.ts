import { randomBytes } from 'node:crypto';
import { type Device, type SessionData, toUser, type UserRecord } from '@quantalgo/contracts';
import { type Auth, FirebaseAuthError } from 'firebase-admin/auth';
import {
  type DocumentSnapshot,
  type Firestore,
  type QueryDocumentSnapshot,
  Timestamp,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { credentialDocument, sessionDocument } from '../../documents';
import type { DeviceLabel } from '../../domain/account';
import type { ShownFactor } from '../../domain/secondFactor';
import { batchReads } from '../core/batchReads';
import { parseDocument } from '../core/documents';
import { syncAccessClaims } from './accessClaims';
import type { CustomTokenSignIn } from './identityToolkit';
import { credentialRef, type Proven, withDevice } from './credentials';
import { removeSubscriptionsOfSession } from './pushSubscriptions';
import { userOf, userRef } from './users';

/** One sign-in of one member: what our server grants and takes back. All tokens that are refreshed from it name it. */
export interface Session {
  readonly uid: string;
  readonly sid: string;
}

const DAY_MS = 24 * 60 * 60_000;

/** A session ends by itself when it was not used for so long, and however much it was used, after a year. */
const UNUSED_MS = 90 * DAY_MS;
const LONGEST_MS = 365 * DAY_MS;

/** An ended one is kept for a day, for whoever still holds it to be told so. */
const KEPT_AFTER_END_MS = DAY_MS;

/** A device is noted anew when it was last noted this long ago (ms): a call in an hour writes. */
const NOTED_EVERY_MS = 60 * 60_000;

const SID_BYTES = 20;

export const sessionRef = (firestore: Firestore, { sid }: Pick<Session, 'sid'>) =>
  firestore.collection('sessions').doc(sid);

export const sessionsOf = (firestore: Firestore, uid: string) =>
  firestore.collection('sessions').where('uid', '==', uid);

/** When a session ends by itself, of one that began and was last seen then (all epoch ms). */
export const sessionEnd = (signedInAt: number, lastSeenAt: number): number =>
  Math.min(lastSeenAt + UNUSED_MS, signedInAt + LONGEST_MS);

/** What the end of a session writes. */
export const endedFields = (now: number) => ({
  endedAt: Timestamp.fromMillis(now),
  expireAt: Timestamp.fromMillis(now + KEPT_AFTER_END_MS),
});

/** Whether a session was ended; by itself it ends with its `expireAt`. */
export const isEnded = (snapshot: DocumentSnapshot): boolean => snapshot.get('endedAt') !== null;

/** True where a session of this member goes on at `now` (epoch ms). */
export function goesOn(snapshot: DocumentSnapshot | undefined, uid: string, now: number): boolean {
  const session = snapshot && parseDocument(sessionDocument, snapshot);
  return (
    session !== null &&
    session !== undefined &&
    session.uid === uid &&
    session.endedAt === null &&
    session.expireAt > now
  );
}

interface OpeningDeps {
  readonly auth: Auth;
  readonly firestore: Firestore;
  readonly signInWithToken: CustomTokenSignIn;
  /** Whether the site demands a second factor of staff. */
  readonly demandsFactor: boolean;
}

/** The fields of a session that begins; `exempt` where no second factor is demanded of it. */
export const sessionFields = (uid: string, now: number, exempt: boolean) => ({
  uid,
  signedInAt: Timestamp.fromMillis(now),
  lastSeenAt: Timestamp.fromMillis(now),
  endedAt: null,
  secondFactorAt: exempt ? Timestamp.fromMillis(now) : null,
  factorExempt: exempt,
  expireAt: Timestamp.fromMillis(sessionEnd(now, now)),
});

/** What a session is opened by. */
export interface Opening {
  /** The password that was found right, where it was one: it must be the member's still. */
  readonly proven?: Proven;
  /** The digest of the secret of the device, which is remembered. */
  readonly device?: string;
}

/** Writes a new session, unless the member is gone, is blocked, or has another password than the one that was proven. */
async function grantSession(
  { firestore, demandsFactor }: Pick<OpeningDeps, 'firestore' | 'demandsFactor'>,
  { uid, sid }: Session,
  { proven, device }: Opening,
  now: number,
): Promise<UserRecord | null> {
  return firestore.runTransaction(async (transaction) => {
    const [user, credential, factor] = await transaction.getAll(
      userRef(firestore, uid),
      credentialRef(firestore, uid),
      firestore.collection('secondFactors').doc(uid),
    );
    const record = user && userOf(user);
    const held = credential && parseDocument(credentialDocument, credential);
    if (!record || !held || held.blocked) return null;
    if (proven && held.password?.hash !== proven.hash) return null;
    // Whoever has set a second factor up is asked for it, on a site that demands none too.
    const exempt = !demandsFactor && !factor?.get('confirmedAt');
    transaction.create(sessionRef(firestore, { sid }), sessionFields(uid, now, exempt));
    if (device !== undefined && held.devices.at(-1) !== device)
      transaction.update(credential.ref, { devices: withDevice(held.devices, device) });
    return record;
  });
}

/**
 * Opens a session of a member: by a password that was found right, or by something else that stands for them.
 * @param now epoch ms
 * @returns null where there is no such member, they are blocked, or their password was changed meanwhile
 */
export async function openSession(
  { auth, firestore, signInWithToken, demandsFactor }: OpeningDeps,
  uid: string,
  now: number,
  opening: Opening = {},
): Promise<SessionData | null> {
  const sid = randomBytes(SID_BYTES).toString('base64url');
  const record = await grantSession({ firestore, demandsFactor }, { uid, sid }, opening, now);
  if (!record) return null;
  await syncAccessClaims({ auth, firestore }, uid);
  // With the one claim that no grant ever names: others would shadow what is granted later.
  const customToken = await auth.createCustomToken(uid, { sid });
  return { token: await signInWithToken(customToken), customToken, user: toUser(uid, record) };
}

/** Ends the session at `now` (epoch ms): its tokens are refused from then on, and its device is told nothing more. The member's other sessions go on. */
export async function endSession(
  firestore: Firestore,
  session: Session,
  now: number,
): Promise<void> {
  await sessionRef(firestore, session).update(endedFields(now));
  await removeSubscriptionsOfSession(firestore, session);
}

/** True when the device of a session that was last noted then is to be noted anew at `now` (both epoch ms). */
export const isRecordingDue = (notedAt: number | null, now: number): boolean =>
  notedAt === null || now - notedAt >= NOTED_EVERY_MS;

const NOT_FOUND = 5;

/**
 * Notes the device of a session for its member's list, and that it is in use. Nothing is written of a session that is gone.
 * @param now epoch ms
 */
export async function recordDevice(
  firestore: Firestore,
  { session, signedInAt }: Pick<OpenSession, 'session' | 'signedInAt'>,
  label: DeviceLabel,
  now: number,
): Promise<void> {
  const noted = {
    ...label,
    lastSeenAt: Timestamp.fromMillis(now),
    expireAt: Timestamp.fromMillis(sessionEnd(signedInAt, now)),
  };
  try {
    await sessionRef(firestore, session).update(noted);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === NOT_FOUND)) throw error;
  }
}

/** A session that goes on. */
export interface OpenSession {
  readonly session: Session;
  readonly record: UserRecord;
  /** When it began (epoch ms). */
  readonly signedInAt: number;
  readonly factor: ShownFactor;
  /** When its device was last noted (epoch ms), null where it never was. */
  readonly notedAt: number | null;
}

/** As many sessions as are looked up in one call. */
const MOST = 100;

function openOf(
  session: Session,
  user: DocumentSnapshot | undefined,
  snapshot: DocumentSnapshot | undefined,
  now: number,
): OpenSession | null {
  if (!user || !snapshot || !goesOn(snapshot, session.uid, now)) return null;
  const record = userOf(user);
  const held = parseDocument(sessionDocument, snapshot);
  if (!record || !held) return null;
  const notedAt = held.browser === undefined ? null : held.lastSeenAt;
  const factor = { shownAt: held.secondFactorAt, exempt: held.factorExempt };
  return { session, record, signedInAt: held.signedInAt, factor, notedAt };
}

/**
 * Looks whether a session goes on: it is there, was not ended, and the member's live record is there. One round trip to
 * the database and none to anybody else. Calls that arrive together are looked up together, and none by what was so before
 * it arrived.
 * @returns null when the session is over or the member is gone
 */
export function sessionReader({
  firestore,
  clock,
}: {
  readonly firestore: Firestore;
  readonly clock: () => number;
}): (session: Session) => Promise<OpenSession | null> {
  const read = batchReads<Session, OpenSession | null>(async (sessions) => {
    const documents = sessions.flatMap((session) => [
      userRef(firestore, session.uid),
      sessionRef(firestore, session),
    ]);
    const snapshots = await firestore.getAll(...documents);
    // One record that makes no sense fails its own member's calls alone.
    const all = sessions.map((session, index) =>
      Promise.resolve().then(() =>
        openOf(session, snapshots[2 * index], snapshots[2 * index + 1], clock()),
      ),
    );
    return Promise.allSettled(all);
  }, MOST);
  return (session) => read(`${session.uid}_${session.sid}`, session);
}

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

const claimSchema = z.object({
  uid: z.string(),
  sid: z.string().check(z.regex(/^[\w-]{1,64}$/)),
  exp: z.number(),
});

/**
 * Tells the session that an ID token names: signature, project and expiry are checked. Whether that session goes on is
 * not: whoever asks must look. A token that was found genuine is so until it expires, and is not checked anew.
 * @returns null for a token that opens nothing, as one of which our server did not grant the session
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
      const claims = z.safeParse(claimSchema, await auth.verifyIdToken(token));
      if (!claims.success) return null;
      const { uid, sid, exp } = claims.data;
      return keep(token, { uid, sid }, exp * 1000);
    } catch (error) {
      if (isRefusal(error)) return null;
      throw error;
    }
  };
}

/** A session whose device was noted; one that was never used tells nothing of it. */
const notedSchema = z.required(sessionDocument, { browser: true, platform: true });

/** More would be no list to look through. */
const SHOWN = 50;

/** The open sessions of a member as their list shows them, last seen first; the asking one is `current`. */
export async function listDevices(
  firestore: Firestore,
  { uid, sid }: Session,
  now: number,
): Promise<Device[]> {
  const { docs } = await sessionsOf(firestore, uid).get();
  const open = docs.flatMap((document: QueryDocumentSnapshot) => {
    const { data } = notedSchema.safeParse(document.data());
    return data && goesOn(document, uid, now) ? [{ id: document.id, ...data }] : [];
  });
  open.sort((a, b) => b.lastSeenAt - a.lastSeenAt);
  return open.slice(0, SHOWN).map(({ id, browser, platform, signedInAt, lastSeenAt }) => ({
    id,
    browser,
    platform,
    signedInAt: new Date(signedInAt).toISOString(),
    lastSeenAt: new Date(lastSeenAt).toISOString(),
    current: id === sid,
  }));
}

/**
 * Ends one session of a member; one that is over stays so.
 * @param now epoch ms
 * @returns false where there never was such a one
 */
export async function endDevice(
  firestore: Firestore,
  session: Session,
  now: number,
): Promise<boolean> {
  const snapshot = await sessionRef(firestore, session).get();
  if (!snapshot.exists || snapshot.get('uid') !== session.uid) return false;
  if (!isEnded(snapshot)) await endSession(firestore, session, now);
  return true;
}
