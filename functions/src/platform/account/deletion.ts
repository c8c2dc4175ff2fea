import { firestoreTime } from '@quantalgo/contracts';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { parseDocument } from '../parseDocument';
import { memberIn, userRef } from '../users/users';

/** Says that a member is being deleted, until all that was kept about them is gone. */
const schema = z.object({ uid: z.string(), email: z.string(), startedAt: firestoreTime });
export type Deletion = z.infer<typeof schema>;

export const deletionRef = (firestore: Firestore, uid: string) =>
  firestore.collection('deletions').doc(uid);

/**
 * Decides a deletion: the member's record goes, so that every session is refused from then on, and what is left to do is
 * written down in the same step.
 * @param now epoch ms
 * @throws MemberGone
 */
export async function beginDeletion(
  firestore: Firestore,
  uid: string,
  now: number,
): Promise<Deletion> {
  return firestore.runTransaction(async (transaction) => {
    const { email } = await memberIn(firestore, transaction, uid);
    const startedAt = Timestamp.fromMillis(now);
    transaction.set(deletionRef(firestore, uid), { uid, email, startedAt });
    transaction.delete(userRef(firestore, uid));
    return { uid, email, startedAt: now };
  });
}

const AT_ONCE = 20;

/** Deletions that were begun and not finished, the oldest first. */
export async function unfinishedDeletions(firestore: Firestore): Promise<Deletion[]> {
  const { docs } = await firestore
    .collection('deletions')
    .orderBy('startedAt', 'asc')
    .limit(AT_ONCE)
    .get();
  return docs.flatMap((deletion) => parseDocument(schema, deletion) ?? []);
}
