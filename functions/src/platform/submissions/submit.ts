import type { ProofState } from '@quantalgo/contracts';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import type { Bucket } from '../core/firebase';
import { type IdempotentCall, isRepeated, rememberCall } from '../core/idempotency';
import { memberIn, userRef } from '../members/users';
import { type FieldsOf, type Submission, type SubmissionKind, submissionRef } from './kinds';

/** The state of a submission whose file was not inspected yet. */
const CHECKING: ProofState = 'checking';

/**
 * Enters a submission whose file was uploaded before, once however often the call arrives.
 * @param now epoch ms
 * @returns the submission as it is stored, or why there is none
 * @throws KeyReused when the key of the call stands for another one, MemberGone
 */
export async function submit<S extends Submission>(
  { firestore, bucket }: { readonly firestore: Firestore; readonly bucket: Bucket },
  kind: SubmissionKind<S>,
  { id, fields, call }: { id: string; fields: FieldsOf<S>; call: IdempotentCall },
  now: number,
): Promise<(Submission & FieldsOf<S>) | 'file missing' | 'taken'> {
  const { uid } = call;
  const file = `${kind.folder}/${uid}/${id}`;
  const [isUploaded] = await bucket.file(file).exists();
  const reference = submissionRef(firestore, kind, id);
  const isSame = (known: S) => kind.fields.every((name) => known[name] === fields[name]);
  return firestore.runTransaction(async (transaction) => {
    await memberIn(firestore, transaction, uid);
    const repeated = await isRepeated(firestore, transaction, call);
    const known = kind.parse(await transaction.get(reference));
    if (known) return known.uid === uid && (repeated || isSame(known)) ? known : 'taken';
    if (!isUploaded) return 'file missing';
    const submission = { uid, file, ...fields, state: CHECKING, reason: null };
    const at = Timestamp.fromMillis(now);
    rememberCall(firestore, transaction, call, now);
    transaction.create(reference, { ...submission, createdAt: at, updatedAt: at });
    const changes = kind.memberChange(fields);
    if (changes) transaction.update(userRef(firestore, uid), changes);
    return { ...submission, createdAt: now, updatedAt: now };
  });
}
