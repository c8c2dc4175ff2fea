import {
  type Firestore,
  Timestamp,
  type Transaction,
  type UpdateData,
} from 'firebase-admin/firestore';
import { credentialRef } from './credentials';
import type { Passwords } from './passwords';
import { openPack } from './pushPacks';
import { endedFields, isSessionOpen, openSessionsOf, type Session } from './sessions';
import { MemberGoneError } from './users';

/** Collections of one-time ways to open a member's account or to be linked to it, found by their field `uid`. */
const WAYS_IN = ['transfers', 'resets', 'telegramCodes'] as const;

/** Writes the ends, with further fields of the credential if given. */
type End = (also?: UpdateData<{ [field: string]: unknown }>) => void;

/** Whose sessions are ended. With `sid` that session asks for it, and must still go on. */
export type Ending = Pick<Session, 'uid'> & Partial<Session>;

/**
 * Ends all sessions of a member in a transaction, and voids everything that could open another one: transfer codes,
 * reset links and a pending change of address. Known devices are forgotten, and none gets another push. Reads
 * immediately; the returned function writes, with further fields of the credential if given. A concurrent login reads
 * the same credential: it either commits first and is ended too, or sees the change.
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
    pack.write({ remove: pack.devices.map(({ id }) => id) });
    const ended = { sessionsEndedAt: Timestamp.fromMillis(now), devices: [] };
    transaction.update(credential.ref, { ...also, ...ended });
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

/**
 * Replaces a member's password and ends everything that the former one opened.
 * @param now epoch ms
 * @throws MemberGoneError as {@link endSessions} does
 */
export async function replacePassword(
  { firestore, passwords }: { readonly firestore: Firestore; readonly passwords: Passwords },
  ending: Ending,
  password: string,
  now: number,
): Promise<void> {
  const hash = await passwords.hash(password);
  await firestore.runTransaction(async (transaction) => {
    const end = await endSessions(firestore, transaction, ending, now);
    end({ password: hash, changedAt: Timestamp.fromMillis(now) });
  });
}
