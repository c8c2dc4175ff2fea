import {
  applyLearningWrite,
  type Learning,
  learningDocumentSchema,
  type LearningWrite,
  EMPTY_LEARNING,
} from '@quantalgo/contracts/vault/learning';
import { type DocumentSnapshot, type Firestore, Timestamp } from 'firebase-admin/firestore';
import { parseDocument } from '../core/documents';
import { type IdempotentCall, wasCallApplied, rememberCall } from '../core/idempotency';
import { requireMember } from '../account/users';

const learningRef = (firestore: Firestore, uid: string) =>
  firestore.collection('learning').doc(uid);

const parseLearning = (snapshot: DocumentSnapshot): Learning | null => {
  const stored = parseDocument(learningDocumentSchema, snapshot);
  return stored && { seq: stored.seq, days: stored.days, lessons: stored.lessons };
};

export const readLearning = async (firestore: Firestore, uid: string): Promise<Learning | null> =>
  parseLearning(await learningRef(firestore, uid).get());

/** Idempotent per call. @throws KeyReusedError, MemberGoneError, TooManyNotesError */
export const writeLearning = (
  firestore: Firestore,
  call: IdempotentCall,
  write: LearningWrite,
  now: number,
): Promise<Learning> =>
  firestore.runTransaction(async (transaction) => {
    const reference = learningRef(firestore, call.uid);
    await requireMember(firestore, transaction, call.uid);
    const isRepeatedCall = await wasCallApplied(firestore, transaction, call);
    const previous = parseLearning(await transaction.get(reference)) ?? EMPTY_LEARNING;
    if (isRepeatedCall) return previous;
    const newLearning = applyLearningWrite(previous, write);
    const updatedAt = Timestamp.fromMillis(now);
    transaction.set(reference, { uid: call.uid, ...newLearning, updatedAt });
    rememberCall(firestore, transaction, call, now);
    return newLearning;
  });
