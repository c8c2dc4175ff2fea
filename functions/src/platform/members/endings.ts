import type { SessionData, UserRecord } from '@quantalgo/contracts';
import { type Firestore, type Transaction, type UpdateData } from 'firebase-admin/firestore';
import { credentialRef } from './credentials';
import { type GrantDeps, type MintedSession, replaceSession } from './openings';
import { openPack } from './pushPacks';
import { endedFields, isSessionOpen, openSessionsOf, type Session } from './sessions';
import { MemberGoneError } from './users';

/** Collections of one-time ways to open a member's account or to be linked to it, found by their field `uid`. */
const WAYS_IN = ['transfers', 'resets', 'telegramCodes'] as const;

type Fields = UpdateData<{ [field: string]: unknown }>;

/** Writes the ends, with further fields of the credential if given. */
type End = (also?: Fields) => void;

/** Whose sessions are ended. With `sid` that session asks for it, and must still go on. */
export type Ending = Pick<Session, 'uid'> & Partial<Session>;

/**
 * Ends all sessions of a member in a transaction, and voids everything that could open another one: transfer codes,
 * reset links, an unused confirmation code and a pending change of address. Known devices are forgotten, and none gets
 * another push. Reads immediately; the returned function writes, with further fields of the credential if given. A
 * concurrent login reads the same credential: it either commits first and is ended too, or sees the change.
 * @param now epoch ms
 * @throws MemberGoneError, also where the session that asks for it was ended while its call was under way
 */
export async function endSessions(
  firestore: Firestore,
  transaction: Transaction,
  { uid, sid }: Ending,
  now: number,
): Promise<End> {
  const ownedBy = (name: string) => firestore.collection(name).where('uid', '==', uid);
  const [pack, credential, sessions, ...ways] = await Promise.all([
    openPack(firestore, transaction, uid),
    transaction.get(credentialRef(firestore, uid)),
    transaction.get(openSessionsOf(firestore, uid)),
    ...WAYS_IN.map((name) => transaction.get(ownedBy(name))),
  ]);
  if (!credential.exists) throw new MemberGoneError(`There is no member ${uid} any more`);
  const asking = sessions.docs.find(({ id }) => id === sid);
  if (sid !== undefined && !isSessionOpen(asking, uid, now))
    throw new MemberGoneError('The session was ended meanwhile');
  return (also = {}) => {
    for (const { ref } of sessions.docs) transaction.update(ref, endedFields(now));
    for (const { ref } of ways.flatMap(({ docs }) => docs)) transaction.delete(ref);
    transaction.delete(firestore.collection('addressChanges').doc(uid));
    // A confirmation code stays good until the session is open that it asked for.
    transaction.delete(firestore.collection('registrations').doc(uid));
    pack.write({ remove: pack.devices.map(({ id }) => id) });
    transaction.update(credential.ref, { devices: [], ...also });
  };
}

/**
 * Ends all sessions of a member.
 * @throws MemberGoneError as {@link endSessions} does
 */
export const endAllSessions = (firestore: Firestore, ending: Ending, now: number): Promise<void> =>
  firestore.runTransaction(async (transaction) => {
    const end = await endSessions(firestore, transaction, ending, now);
    end();
  });

/** A session that replaces the caller's, and the digest of its device's secret. */
export interface Replacement {
  readonly minted: MintedSession;
  readonly device: string;
}

/**
 * Ends all sessions of the caller's member as {@link endSessions} does, and opens the one that replaces the caller's.
 * The returned function writes both.
 * @param now epoch ms
 * @throws MemberGoneError
 */
export async function replaceSessions(
  deps: GrantDeps,
  transaction: Transaction,
  session: Session,
  { minted, device }: Replacement,
  now: number,
): Promise<(credential?: Fields, changes?: Partial<UserRecord>) => SessionData> {
  const open = await replaceSession(deps, transaction, minted, now);
  const end = await endSessions(deps.firestore, transaction, session, now);
  return (credential = {}, changes = {}) => {
    end({ ...credential, devices: [device] });
    return open(changes);
  };
}

/** Ends all sessions of a member but the caller's, which another one replaces. @throws MemberGoneError */
export const endOtherSessions = (
  deps: GrantDeps,
  session: Session,
  replacement: Replacement,
  now: number,
): Promise<SessionData> =>
  deps.firestore.runTransaction(async (transaction) => {
    const replace = await replaceSessions(deps, transaction, session, replacement, now);
    return replace();
  });
