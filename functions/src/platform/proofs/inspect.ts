import { FILE_TOO_LARGE, PROOF_MAX_BYTES, type Proof, type ProofState } from '@quantalgo/contracts';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';
import { inspectImage, type Inspection } from '../../domain/proofs/inspectImage';
import type { Clock } from '../clock';
import type { Bucket } from '../firebase';
import { queueMail } from '../mail/outbox';
import type { Secrets } from '../secrets';
import { readUser } from '../users/users';
import { proofRef, readProof } from './proofs';

export interface InspectDeps {
  readonly firestore: Firestore;
  readonly bucket: Bucket;
  readonly secrets: Secrets;
  readonly clock: Clock;
}

type StoredFile = ReturnType<Bucket['file']>;

/** Judges a stored file by its bytes, which are read only where there are not too many. */
async function inspectFile(file: StoredFile): Promise<Inspection> {
  const [isThere] = await file.exists();
  if (!isThere) return { accepted: false, reason: 'The image is missing. Please upload it again.' };
  const [{ size }] = await file.getMetadata();
  if (Number(size) >= PROOF_MAX_BYTES) return { accepted: false, reason: FILE_TOO_LARGE };
  const [bytes] = await file.download();
  return inspectImage(bytes);
}

/** Writes the verdict and, of a rejection, the mail; false where another run was quicker. */
async function conclude(
  { firestore, secrets, clock }: InspectDeps,
  proofId: string,
  { uid }: Proof,
  verdict: Inspection,
): Promise<boolean> {
  const member = await readUser(firestore, uid);
  return firestore.runTransaction(async (transaction) => {
    const reference = proofRef(firestore, proofId);
    const proof = await transaction.get(reference);
    if (proof.get('state') !== ('checking' satisfies ProofState)) return false;
    const state: ProofState = verdict.accepted ? 'waiting' : 'rejected';
    const reason = verdict.accepted ? null : verdict.reason;
    const now = clock();
    transaction.update(reference, { state, reason, updatedAt: Timestamp.fromMillis(now) });
    if (member && reason !== null) {
      const parameters = { fullName: member.fullName, reason };
      const order = { template: 'proofRejected', to: member.email, parameters } as const;
      queueMail({ firestore, secrets }, transaction, order, now);
    }
    return true;
  });
}

/**
 * Looks at the bytes of a proof before any member of staff does. What is no image is rejected with the reason, and its
 * file removed; what is one carries its true type from then on. Run twice, it judges once.
 * @returns its verdict; null where there was nothing to judge
 */
export async function inspectProof(deps: InspectDeps, proofId: string): Promise<Inspection | null> {
  const proof = await readProof(deps.firestore, proofId);
  if (proof?.state !== 'checking') return null;
  const file = deps.bucket.file(proof.file);
  const verdict = await inspectFile(file);
  if (verdict.accepted)
    await file.setMetadata({ contentType: verdict.type, cacheControl: 'private, no-store' });
  if (!(await conclude(deps, proofId, proof, verdict))) return null;
  if (!verdict.accepted) await file.delete({ ignoreNotFound: true });
  return verdict;
}
