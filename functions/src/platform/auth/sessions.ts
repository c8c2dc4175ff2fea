import { timingSafeEqual } from 'node:crypto';
import type { Device } from '@quantalgo/contracts/privacy/archive';
import {
  type DocumentSnapshot,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import { sessionDocument } from '../../collections/account';
import { parseDeviceLabel } from '../../domain/account/account';
import { COLLECTIONS } from '../../collections/collections';
import { MAX_SESSION_MS, SESSION_IDLE_MS } from '../../retention';
import { parseDocument } from '../core/documents';
import type { Digester } from '../core/secrets';
import { prepareSubscriptionRemoval } from './pushSubscriptions';
import { MemberGoneError } from '../account/users';

/** One login of one member. All tokens refreshed from it carry its `sid`. */
export interface Session {
  readonly uid: string;
  readonly sid: string;
}

/** A login beyond this ends the least recently seen session. */
export const MAX_SESSIONS = 50;

export const sessionRef = (firestore: Firestore, { sid }: Pick<Session, 'sid'>) =>
  firestore.collection('sessions').doc(sid);

/** Last seen first. Excludes ended sessions, because any number may be retained. */
export const buildOpenSessionsQuery = (firestore: Firestore, uid: string) =>
  firestore
    .collection('sessions')
    .where('uid', '==', uid)
    .where('endedAt', '==', null)
    .orderBy('lastSeenAt', 'desc');

export const getSessionEnd = (loggedInAt: number, lastSeenAt: number): number =>
  Math.min(lastSeenAt + SESSION_IDLE_MS, loggedInAt + MAX_SESSION_MS);

/**
 * Ended sessions are retained for a while, so that their devices learn that they ended.
 */
export const toEndedFields = (now: number) => ({
  endedAt: Timestamp.fromMillis(now),
  expireAt: Timestamp.fromMillis(now + COLLECTIONS.sessions.retentionMs),
});

const isEnded = (snapshot: DocumentSnapshot): boolean => snapshot.get('endedAt') !== null;

export function parseOpenSession(snapshot: DocumentSnapshot | undefined, uid: string, now: number) {
  const session = snapshot && parseDocument(sessionDocument, snapshot);
  const isOpen = session?.uid === uid && session.endedAt === null && session.expireAt > now;
  return isOpen ? session : null;
}

const getExpiry = (
  snapshot: DocumentSnapshot | undefined,
  uid: string,
  now: number,
): number | null => parseOpenSession(snapshot, uid, now)?.expireAt ?? null;

export const isSessionOpen = (
  snapshot: DocumentSnapshot | undefined,
  uid: string,
  now: number,
): boolean => parseOpenSession(snapshot, uid, now) !== null;

/**
 * Ensures that nothing is written for a session that ended during its call.
 * @returns expiry (epoch ms)
 * @throws MemberGoneError
 */
export async function requireOpenSession(
  firestore: Firestore,
  transaction: Transaction,
  session: Session,
  now: number,
): Promise<number> {
  const snapshot = await transaction.get(sessionRef(firestore, session));
  const expiresAt = getExpiry(snapshot, session.uid, now);
  if (expiresAt === null) throw new MemberGoneError('The session has ended in the meantime');
  return expiresAt;
}

/** @param exempt true if no second factor is required */
export const toSessionFields = (uid: string, now: number, exempt: boolean) => ({
  uid,
  loggedInAt: Timestamp.fromMillis(now),
  lastSeenAt: Timestamp.fromMillis(now),
  endedAt: null,
  secondFactorAt: exempt ? Timestamp.fromMillis(now) : null,
  factorExempt: exempt,
  expireAt: Timestamp.fromMillis(getSessionEnd(now, now)),
});

/** The session's id, and a digest that only the server can compute. */
export const createLogoutProof = (secrets: Digester, sid: string): string =>
  `${sid}.${secrets.digest('logout of a session', sid)}`;

export async function endSessionByProof(
  { firestore, secrets }: { readonly firestore: Firestore; readonly secrets: Digester },
  proof: string,
  now: number,
): Promise<void> {
  const [sid = ''] = proof.split('.');
  const [actual, expected] = [proof, createLogoutProof(secrets, sid)].map((text) =>
    Buffer.from(text),
  );
  if (!actual || actual.length !== expected?.length || !timingSafeEqual(actual, expected)) return;
  const session = parseDocument(sessionDocument, await sessionRef(firestore, { sid }).get());
  if (session?.endedAt === null) await endSession(firestore, { sid, uid: session.uid }, now);
}

export const endMemberSessions = (
  firestore: Firestore,
  uid: string,
  sids: readonly string[],
  now: number,
): Promise<void> =>
  firestore.runTransaction(async (transaction) => {
    const references = sids.map((sid) => sessionRef(firestore, { sid }));
    const [sessions, removeDevices] = await Promise.all([
      transaction.getAll(...references),
      prepareSubscriptionRemoval(firestore, transaction, uid, sids),
    ]);
    for (const session of sessions)
      if (session.exists && !isEnded(session)) transaction.update(session.ref, toEndedFields(now));
    removeDevices();
  });

/** Rejects its tokens from `now` (epoch ms) on, and stops pushes to its device. */
export const endSession = (
  firestore: Firestore,
  { uid, sid }: Session,
  now: number,
): Promise<void> => endMemberSessions(firestore, uid, [sid], now);

// Of a session that never called the API. It may still read Firestore, so it must be listed.
const UNKNOWN_DEVICE = parseDeviceLabel();

export async function listDevices(
  firestore: Firestore,
  { uid, sid }: Session,
  now: number,
): Promise<Device[]> {
  const { docs } = await buildOpenSessionsQuery(firestore, uid).limit(MAX_SESSIONS).get();
  return docs.flatMap((document) => {
    const session = parseOpenSession(document, uid, now);
    if (!session) return [];
    const { browser = UNKNOWN_DEVICE.browser, platform = UNKNOWN_DEVICE.platform } = session;
    return {
      id: document.id,
      browser,
      platform,
      loggedInAt: new Date(session.loggedInAt).toISOString(),
      lastSeenAt: new Date(session.lastSeenAt).toISOString(),
      current: document.id === sid,
    };
  });
}

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
