import { proofDocumentSchema, proofPath, type ProofState } from '@quantalgo/contracts';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import type { Bucket } from '../firebase';
import { isRepeated, rememberCall, type KeyedCall } from '../idempotency/calls';
import { parseDocument } from '../parseDocument';
import { memberIn } from '../users/users';
import { TRADER_PROOFS, uploadRef } from './uploads';

/** What came of a submission: the proof's state, or why there is none. */
export type Submitted = ProofState | 'file missing' | 'taken';

/**
 * Enters a proof whose image was uploaded before, once however often the call arrives.
 * @throws KeyReused when the key of the call stands for another one, MemberGone
 */
export async function enterProof(
  { firestore, bucket }: { readonly firestore: Firestore; readonly bucket: Bucket },
  { proofId, traderId, call }: { proofId: string; traderId: string; call: KeyedCall },
  now: number,
): Promise<Submitted> {
  const { uid } = call;
  const file = proofPath(uid, proofId);
  const [isUploaded] = await bucket.file(file).exists();
  return firestore.runTransaction(async (transaction) => {
    await memberIn(firestore, transaction, uid);
    const repeated = await isRepeated(firestore, transaction, call);
    const reference = uploadRef(firestore, TRADER_PROOFS, proofId);
    const proof = parseDocument(proofDocumentSchema, await transaction.get(reference));
    if (proof)
      return proof.uid === uid && (repeated || proof.traderId === traderId) ? proof.state : 'taken';
    if (!isUploaded) return 'file missing';
    const at = Timestamp.fromMillis(now);
    rememberCall(firestore, transaction, call, now);
    transaction.create(reference, {
      uid,
      traderId,
      file,
      state: 'checking' satisfies ProofState,
      reason: null,
      createdAt: at,
      updatedAt: at,
    });
    return 'checking';
  });
}
