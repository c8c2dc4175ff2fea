import {
  type Firestore,
  Timestamp,
  type Transaction,
  type UpdateData,
} from 'firebase-admin/firestore';
import { credentialRef } from './credentials';
import type { Passwords } from './passwords';
import { endedFields, isEnded, sessionsOf } from './sessions';
import { MemberGone } from './users';

/** What else opens an account for a member, until it is used: by its field `uid`, or under its uid. */
const WAYS_IN = ['transfers', 'resets'] as const;

/** Writes the ends of what was read. */
type End = (also?: UpdateData<{ [field: string]: unknown }>) => void;

/**
 * Ends all sessions of a member in a transaction, and voids all that would open another one: transfer codes, reset links,
 * a change of address under way. Devices that signed in before are forgotten. Reads at once; what it gives writes, with other fields of the credential if wanted. A
 * login under way reads the same credential, so that it either comes before and is ended too, or sees what changed.
 * @param now epoch ms
 * @throws MemberGone
 */
export async function endSessions(
  firestore: Firestore,
  transaction: Transaction,
  uid: string,
  now: number,
): Promise<End> {
  const ownedBy = (name: string) => firestore.collection(name).where('uid', '==', uid);
  const [credential, sessions, ...ways] = await Promise.all([
    transaction.get(credentialRef(firestore, uid)),
    transaction.get(sessionsOf(firestore, uid)),
    ...WAYS_IN.map((name) => transaction.get(ownedBy(name))),
  ]);
  if (!credential.exists) throw new MemberGone(`There is no member ${uid} any more`);
  return (also = {}) => {
    for (const session of sessions.docs)
      if (!isEnded(session)) transaction.update(session.ref, endedFields(now));
    for (const { ref } of ways.flatMap(({ docs }) => docs)) transaction.delete(ref);
    transaction.delete(firestore.collection('addressChanges').doc(uid));
    const ended = { sessionsEndedAt: Timestamp.fromMillis(now), devices: [] };
    transaction.update(credential.ref, { ...also, ...ended });
  };
}

/**
 * Ends all sessions of a member.
 * @throws MemberGone
 */
export const endAllSessions = (firestore: Firestore, uid: string, now: number): Promise<void> =>
  firestore.runTransaction(async (transaction) => {
    const end = await endSessions(firestore, transaction, uid, now);
    end();
  });

/**
 * Gives a member a new password and ends all that the one before opened.
 * @param now epoch ms
 * @throws MemberGone
 */
export async function replacePassword(
  { firestore, passwords }: { readonly firestore: Firestore; readonly passwords: Passwords },
  uid: string,
  password: string,
  now: number,
): Promise<void> {
  const hash = await passwords.hash(password);
  await firestore.runTransaction(async (transaction) => {
    const end = await endSessions(firestore, transaction, uid, now);
    end({ password: hash, changedAt: Timestamp.fromMillis(now) });
  });
}
