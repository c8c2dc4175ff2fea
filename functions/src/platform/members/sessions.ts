import type { Device, UserRecord } from '@quantalgo/contracts';
import { type Auth, FirebaseAuthError, type UserRecord as Account } from 'firebase-admin/auth';
import {
  type DocumentSnapshot,
  type Firestore,
  type QueryDocumentSnapshot,
  Timestamp,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { deviceDocument } from '../../documents';
import type { DeviceLabel } from '../../domain/account';
import { batchReads } from '../core/batchReads';
import { removeSubscriptionsOfSession } from './pushSubscriptions';
import { userOf, userRef } from './users';

/** One sign-in of one member. All tokens that are refreshed from it carry the same `authTime` (epoch seconds). */
export interface Session {
  readonly uid: string;
  readonly authTime: number;
}

/** The end of a session is remembered for a year: the refresh token that made its tokens never expires by itself. */
const REMEMBERED_MS = 365 * 24 * 60 * 60_000;

/** A device is noted anew when it was last noted this long ago (ms): a call in an hour writes. */
const NOTED_EVERY_MS = 60 * 60_000;

export const deviceRef = (firestore: Firestore, { uid, authTime }: Session) =>
  firestore.collection('devices').doc(`${uid}_${authTime}`);

/** Ends the session at `now` (epoch ms): its tokens are refused from then on, and its device is told nothing more. The member's other sessions go on. */
export async function endSession(
  firestore: Firestore,
  session: Session,
  now: number,
): Promise<void> {
  await deviceRef(firestore, session).set(
    {
      uid: session.uid,
      endedAt: Timestamp.fromMillis(now),
      expireAt: Timestamp.fromMillis(now + REMEMBERED_MS),
    },
    { merge: true },
  );
  await removeSubscriptionsOfSession(firestore, session);
}

/** True when the device of a session that was last noted then is to be noted anew at `now` (both epoch ms). */
export const isRecordingDue = (notedAt: number | null, now: number): boolean =>
  notedAt === null || now - notedAt >= NOTED_EVERY_MS;

/**
 * Notes the device of a session for its member's list. Nothing stays of a member who is being deleted: whoever writes
 * after their documents were looked for finds their record gone. No transaction, because the first calls of a session
 * come together and would wait for each other.
 * @param now epoch ms
 */
export async function recordDevice(
  firestore: Firestore,
  session: Session,
  label: DeviceLabel,
  now: number,
): Promise<void> {
  const device = deviceRef(firestore, session);
  const noted = {
    uid: session.uid,
    ...label,
    signedInAt: Timestamp.fromMillis(session.authTime * 1000),
    lastSeenAt: Timestamp.fromMillis(now),
    expireAt: Timestamp.fromMillis(now + REMEMBERED_MS),
  };
  await device.set(noted, { merge: true });
  const user = await userRef(firestore, session.uid).get();
  if (!user.exists) await device.delete();
}

/** A session that goes on. */
export interface OpenSession {
  readonly record: UserRecord;
  /** When its device was last noted (epoch ms), null where it never was. */
  readonly notedAt: number | null;
}

/** As many accounts as Firebase Auth looks up in one call. */
const MOST = 100;

/** Firebase revokes by the second: what began in the very second of the revocation lives on. */
const isRevoked = ({ tokensValidAfterTime }: Account, { authTime }: Session): boolean =>
  tokensValidAfterTime !== undefined && authTime * 1000 < Date.parse(tokensValidAfterTime);

const goesOn = (account: Account | undefined, session: Session): boolean =>
  account !== undefined && !account.disabled && !isRevoked(account, session);

function openOf(user: DocumentSnapshot | undefined, device: DocumentSnapshot | undefined) {
  if (!user || device?.get('endedAt') !== undefined) return null;
  const record = userOf(user);
  const noted: unknown = device?.get('lastSeenAt');
  return record && { record, notedAt: noted instanceof Timestamp ? noted.toMillis() : null };
}

/**
 * Looks whether a session goes on: its account is open and was not revoked, the session was not ended, and the member's
 * live record is there. Calls that arrive together are looked up together, and none by what was so before it arrived.
 * @returns null when the session is over or the member is gone
 */
export function sessionReader({
  auth,
  firestore,
}: {
  readonly auth: Pick<Auth, 'getUsers'>;
  readonly firestore: Firestore;
}): (session: Session) => Promise<OpenSession | null> {
  const read = batchReads<Session, OpenSession | null>(async (sessions) => {
    const uids = [...new Set(sessions.map(({ uid }) => uid))];
    const documents = sessions.flatMap((session) => [
      userRef(firestore, session.uid),
      deviceRef(firestore, session),
    ]);
    const [{ users }, snapshots] = await Promise.all([
      auth.getUsers(uids.map((uid) => ({ uid }))),
      firestore.getAll(...documents),
    ]);
    const accounts = new Map(users.map((account) => [account.uid, account]));
    const open = (session: Session, index: number) =>
      goesOn(accounts.get(session.uid), session)
        ? openOf(snapshots[2 * index], snapshots[2 * index + 1])
        : null;
    // One record that makes no sense fails its own member's calls alone.
    const all = sessions.map((session, index) =>
      Promise.resolve().then(() => open(session, index)),
    );
    return Promise.allSettled(all);
  }, MOST);
  return (session) => read(`${session.uid}_${session.authTime}`, session);
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

/** A device that was noted; one that only ended its session tells nothing of itself. */
const notedSchema = z.required(
  z.pick(deviceDocument, { browser: true, platform: true, signedInAt: true, lastSeenAt: true }),
);

/** More would be no list to look through. */
const SHOWN = 50;

const idOf = ({ id }: QueryDocumentSnapshot) => id.slice(id.lastIndexOf('_') + 1);

/** The second from which on an account's sessions count: those before were revoked. */
async function validSince(auth: Auth, uid: string): Promise<number> {
  const { tokensValidAfterTime } = await auth.getUser(uid);
  return tokensValidAfterTime === undefined ? 0 : Date.parse(tokensValidAfterTime) / 1000;
}

/** The open sessions of a member as their list shows them, last seen first; the asking one is `current`. */
export async function listDevices(
  { auth, firestore }: { readonly auth: Auth; readonly firestore: Firestore },
  { uid, authTime }: Session,
): Promise<Device[]> {
  const [since, { docs }] = await Promise.all([
    validSince(auth, uid),
    firestore.collection('devices').where('uid', '==', uid).get(),
  ]);
  const open = docs.flatMap((document) => {
    const { data } = notedSchema.safeParse(document.data());
    const isOver = document.get('endedAt') !== undefined || Number(idOf(document)) < since;
    return data && !isOver ? [{ id: idOf(document), ...data }] : [];
  });
  open.sort((a, b) => b.lastSeenAt - a.lastSeenAt);
  return open.slice(0, SHOWN).map(({ id, browser, platform, signedInAt, lastSeenAt }) => ({
    id,
    browser,
    platform,
    signedInAt: new Date(signedInAt).toISOString(),
    lastSeenAt: new Date(lastSeenAt).toISOString(),
    current: id === String(authTime),
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
  const device = await deviceRef(firestore, session).get();
  if (!device.exists) return false;
  if (device.get('endedAt') === undefined) await endSession(firestore, session, now);
  return true;
}
