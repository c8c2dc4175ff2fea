import { isLocked, LOCK_MS, userDocumentSchema, type UserRecord } from '@quantalgo/contracts';
import {
  Timestamp,
  type DocumentSnapshot,
  type Firestore,
  type Transaction,
} from 'firebase-admin/firestore';
import { parseDocument } from '../parseDocument';

/** The document that holds a member's access. */
export const userRef = (firestore: Firestore, uid: string) =>
  firestore.collection('users').doc(uid);

/** The member that a document describes, null where there is none. */
export const userOf = (snapshot: DocumentSnapshot): UserRecord | null =>
  parseDocument(userDocumentSchema, snapshot);

/** The member's record as it is now, null where there is none. */
export const readUser = async (firestore: Firestore, uid: string): Promise<UserRecord | null> =>
  userOf(await userRef(firestore, uid).get());

/** The member was deleted while a call of theirs was under way. */
export class MemberGone extends Error {
  override readonly name = 'MemberGone';
}

/**
 * The member for whom a transaction is about to write: nothing of theirs is written once their record is gone.
 * @throws MemberGone
 */
export async function memberIn(
  firestore: Firestore,
  transaction: Transaction,
  uid: string,
): Promise<UserRecord> {
  const record = userOf(await transaction.get(userRef(firestore, uid)));
  if (!record) throw new MemberGone(`There is no member ${uid} any more`);
  return record;
}

/**
 * Starts the countdown of a locked dashboard at `now` (epoch ms), once: later calls change nothing.
 * @returns the record as it is afterwards, null where there is none.
 */
export async function startLock(
  firestore: Firestore,
  uid: string,
  now: number,
): Promise<UserRecord | null> {
  const reference = userRef(firestore, uid);
  return firestore.runTransaction(async (transaction) => {
    const record = userOf(await transaction.get(reference));
    if (!record || !isLocked(record) || record.lockExpiresAt !== null) return record;
    const lockExpiresAt = now + LOCK_MS;
    transaction.update(reference, { lockExpiresAt: Timestamp.fromMillis(lockExpiresAt) });
    return { ...record, lockExpiresAt };
  });
}
