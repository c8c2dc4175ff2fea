import { pendingPath } from '@quantalgo/contracts/submissions/submission';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import type { Bucket } from '../core/firebase';
import { type IdempotentCall, wasCallApplied, rememberCall } from '../core/idempotency';
import { requireMember, userRef } from '../account/users';
import {
  CHECKING,
  type MemberFields,
  type TypedUploadKind,
  type Submission,
  submissionRef,
} from './kinds';
import { getUploadState, uploadRef } from './uploads';

/**
 * Stores a submission and uses up its upload permission, once per call.
 * @returns `used` if it was stored before and has been deleted since
 * @throws KeyReusedError, MemberGoneError
 */
export async function storeSubmission<S extends Submission>(
  { firestore, bucket }: { readonly firestore: Firestore; readonly bucket: Bucket },
  kind: TypedUploadKind<S>,
  { id, fields, call }: { id: string; fields: MemberFields<S>; call: IdempotentCall },
  now: number,
): Promise<(Submission & MemberFields<S>) | 'file missing' | 'used' | 'taken'> {
  const { uid } = call;
  const [isUploaded] = await bucket.file(pendingPath(uid, id)).exists();
  const reference = submissionRef(firestore, kind, id);
  const permissionRef = uploadRef(firestore, id);
  const hasSameFields = (stored: S) => kind.fields.every((name) => stored[name] === fields[name]);
  return firestore.runTransaction(async (transaction) => {
    const member = await requireMember(firestore, transaction, uid);
    const isRepeatedCall = await wasCallApplied(firestore, transaction, call);
    const [submissionSnapshot, permissionSnapshot] = await Promise.all([
      transaction.get(reference),
      transaction.get(permissionRef),
    ]);
    const stored = kind.parse(submissionSnapshot);
    if (stored)
      return stored.uid === uid && (isRepeatedCall || hasSameFields(stored)) ? stored : 'taken';
    const state = getUploadState(permissionSnapshot, uid, kind, now);
    if (state === 'used') return 'used';
    if (!isUploaded || state === 'none') return 'file missing';
    const file = `${kind.folder}/${uid}/${id}`;
    const submission = { uid, file, ...fields, state: CHECKING, reason: null };
    const at = Timestamp.fromMillis(now);
    rememberCall(firestore, transaction, call, now, { collection: kind.collection, id });
    transaction.update(permissionRef, { usedAt: at });
    const accountKey = kind.accountKey(fields);
    transaction.create(reference, {
      ...submission,
      ...(accountKey !== null && { accountKey }),
      createdAt: at,
      updatedAt: at,
    });
    const isFirstPending =
      kind.collection === 'proofs' && (member.proofWaitingSince ?? null) === null;
    const changes = {
      ...kind.memberChange(fields),
      ...(isFirstPending ? { proofWaitingSince: at } : {}),
    };
    if (Object.keys(changes).length > 0) transaction.update(userRef(firestore, uid), changes);
    return { ...submission, createdAt: now, updatedAt: now };
  });
}
