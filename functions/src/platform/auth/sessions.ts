import { timingSafeEqual } from 'node:crypto';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import type { Device } from '@quantalgo/contracts/privacy/archive';
import {
  type DocumentSnapshot,
  type Firestore,
  type QueryDocumentSnapshot,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { sessionDocument } from '../../collections/account';
import { KEPT_MS, MAX_SESSION_MS } from '../../retention';
import { parseDocument } from '../core/documents';
import type { Digester } from '../core/secrets';
import { openSubscriptionsOfSessions } from './pushSubscriptions';
import { MemberGoneError } from '../account/users';

/** One sign-in of one member, granted and revoked by our server. All tokens refreshed from it name it. */
export interface Session {
  readonly uid: string;
  readonly sid: string;
}

/** A session expires when it wasn't used for this long (ms), and in any case after {@link MAX_SESSION_MS}. */
const UNUSED_MS = 90 * DAY_MS;

/** Sessions that a member has at most: a further one ends those seen longest ago. */
export const MAX_SESSIONS = 50;

export const sessionRef = (firestore: Firestore, { sid }: Pick<Session, 'sid'>) =>
  firestore.collection('sessions').doc(sid);

/**
 * The sessions of a member that weren't ended, last seen first: {@link MAX_SESSIONS}, and what logins at one time add.
 * Ended ones are retained, and may be any number.
 */
export const openSessionsOf = (firestore: Firestore, uid: string) =>
  firestore
    .collection('sessions')
    .where('uid', '==', uid)
    .where('endedAt', '==', null)
    .orderBy('lastSeenAt', 'desc');

/** When a session expires that began and was last seen at these times (all epoch ms). */
export const sessionEnd = (signedInAt: number, lastSeenAt: number): number =>
  Math.min(lastSeenAt + UNUSED_MS, signedInAt + MAX_SESSION_MS);

/** The fields written when a session is ended. It is kept a while, so that devices with its tokens get a definite answer. */
export const endedFields = (now: number) => ({
  endedAt: Timestamp.fromMillis(now),
  expireAt: Timestamp.fromMillis(now + KEPT_MS.sessions),
});

/** Whether a session was ended explicitly; its expiry is `expireAt`. */
const isEnded = (snapshot: DocumentSnapshot): boolean => snapshot.get('endedAt') !== null;

/** The stored session of this member where it is open at `now` (epoch ms), else null. */
export function openIn(snapshot: DocumentSnapshot | undefined, uid: string, now: number) {
  const session = snapshot && parseDocument(sessionDocument, snapshot);
  const isOpen = session?.uid === uid && session.endedAt === null && session.expireAt > now;
  return isOpen ? session : null;
}

/** When a session of this member expires (epoch ms); null where it isn't open at `now`. */
const endOfSession = (
  snapshot: DocumentSnapshot | undefined,
  uid: string,
  now: number,
): number | null => openIn(snapshot, uid, now)?.expireAt ?? null;

/** True where a session of this member is open at `now` (epoch ms). */
export const isSessionOpen = (
  snapshot: DocumentSnapshot | undefined,
  uid: string,
  now: number,
): boolean => openIn(snapshot, uid, now) !== null;

/**
 * Reads a calling session in the transaction that writes for it, so that nothing is written for one that was ended
 * while its call was under way.
 * @param now epoch ms
 * @returns when it expires (epoch ms)
 * @throws MemberGoneError
 */
export async function callerEnd(
  firestore: Firestore,
  transaction: Transaction,
  session: Session,
  now: number,
): Promise<number> {
  const snapshot = await transaction.get(sessionRef(firestore, session));
  const end = endOfSession(snapshot, session.uid, now);
  if (end === null) throw new MemberGoneError('The session was ended meanwhile');
  return end;
}

/** The fields of a new session; `exempt` where no second factor is demanded of it. */
export const sessionFields = (uid: string, now: number, exempt: boolean) => ({
  uid,
  signedInAt: Timestamp.fromMillis(now),
  lastSeenAt: Timestamp.fromMillis(now),
  endedAt: null,
  secondFactorAt: exempt ? Timestamp.fromMillis(now) : null,
  factorExempt: exempt,
  expireAt: Timestamp.fromMillis(sessionEnd(now, now)),
});

/** The sign-out proof of a session: its id, and a digest of it that only the server can make. */
export const proofOf = (secrets: Digester, sid: string): string =>
  `${sid}.${secrets.digest('sign-out of a session', sid)}`;

/** Ends the session of a sign-out proof at `now` (epoch ms), once; any other text does nothing. */
export async function endByProof(
  { firestore, secrets }: { readonly firestore: Firestore; readonly secrets: Digester },
  proof: string,
  now: number,
): Promise<void> {
  const [sid = ''] = proof.split('.');
  const [given, right] = [proof, proofOf(secrets, sid)].map((text) => Buffer.from(text));
  if (!given || given.length !== right?.length || !timingSafeEqual(given, right)) return;
  const session = parseDocument(sessionDocument, await sessionRef(firestore, { sid }).get());
  if (session?.endedAt === null) await endSession(firestore, { sid, uid: session.uid }, now);
}

/** Ends sessions of a member as {@link endSession} does; those that have ended stay as they are. */
export const endSessionsOf = (
  firestore: Firestore,
  uid: string,
  sids: readonly string[],
  now: number,
): Promise<void> =>
  firestore.runTransaction(async (transaction) => {
    const references = sids.map((sid) => sessionRef(firestore, { sid }));
    const [sessions, removeDevices] = await Promise.all([
      transaction.getAll(...references),
      openSubscriptionsOfSessions(firestore, transaction, uid, sids),
    ]);
    for (const session of sessions)
      if (session.exists && !isEnded(session)) transaction.update(session.ref, endedFields(now));
    removeDevices();
  });

/**
 * Ends the session at `now` (epoch ms): its tokens are refused from then on, and its device gets no more pushes. The
 * member's other sessions stay open.
 */
export const endSession = (
  firestore: Firestore,
  { uid, sid }: Session,
  now: number,
): Promise<void> => endSessionsOf(firestore, uid, [sid], now);

/** A session whose device was recorded; unused sessions have no device. */
const notedSchema = z.required(sessionDocument, { browser: true, platform: true });

/** A member's open sessions as their list shows them, last seen first; the calling session is `current`. */
export async function listDevices(
  firestore: Firestore,
  { uid, sid }: Session,
  now: number,
): Promise<Device[]> {
  const { docs } = await openSessionsOf(firestore, uid).limit(MAX_SESSIONS).get();
  const open = docs.flatMap((document: QueryDocumentSnapshot) => {
    const { data } = notedSchema.safeParse(document.data());
    return data && isSessionOpen(document, uid, now) ? [{ id: document.id, ...data }] : [];
  });
  return open.map(({ id, browser, platform, signedInAt, lastSeenAt }) => ({
    id,
    browser,
    platform,
    signedInAt: new Date(signedInAt).toISOString(),
    lastSeenAt: new Date(lastSeenAt).toISOString(),
    current: id === sid,
  }));
}

/**
 * Ends one session of a member; one that has ended stays ended.
 * @param now epoch ms
 * @returns false where the member never had that session
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
