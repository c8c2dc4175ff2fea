import {
  applyLearning,
  type Learning,
  learningDocumentSchema,
  type LearningWrite,
  NOTHING_LEARNED,
} from '@quantalgo/contracts/vault/learning';
import { type DocumentSnapshot, type Firestore, Timestamp } from 'firebase-admin/firestore';
import { parseDocument } from '../core/documents';
import { type IdempotentCall, isRepeated, rememberCall } from '../core/idempotency';
import { memberIn } from '../account/users';

const learningRef = (firestore: Firestore, uid: string) =>
  firestore.collection('learning').doc(uid);

const learningIn = (snapshot: DocumentSnapshot): Learning | null => {
  const stored = parseDocument(learningDocumentSchema, snapshot);
  return stored && { seq: stored.seq, days: stored.days, lessons: stored.lessons };
};

/** What a member did in the Mentorship Vault; null before anything. */
export const readLearning = async (firestore: Firestore, uid: string): Promise<Learning | null> =>
  learningIn(await learningRef(firestore, uid).get());

/**
 * Writes what a member did in a lesson, once however often the call arrives.
 * @param now epoch ms
 * @returns what they did until then
 * @throws KeyReusedError when the key was used for another call, MemberGoneError, TooManyNotesError
 */
export const writeLearning = (
  firestore: Firestore,
  call: IdempotentCall,
  write: LearningWrite,
  now: number,
): Promise<Learning> =>
  firestore.runTransaction(async (transaction) => {
    const reference = learningRef(firestore, call.uid);
    await memberIn(firestore, transaction, call.uid);
    const repeated = await isRepeated(firestore, transaction, call);
    const before = learningIn(await transaction.get(reference)) ?? NOTHING_LEARNED;
    if (repeated) return before;
    const after = applyLearning(before, write);
    const updatedAt = Timestamp.fromMillis(now);
    transaction.set(reference, { uid: call.uid, ...after, updatedAt });
    rememberCall(firestore, transaction, call, now);
    return after;
  });
