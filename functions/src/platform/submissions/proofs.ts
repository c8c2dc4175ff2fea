import {
  type Proof,
  proofDocumentSchema,
  proofPath,
  type ProofState,
  type UserRecord,
} from '@quantalgo/contracts';
import type { Auth } from 'firebase-admin/auth';
import { type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';
import { parseDocument } from '../core/documents';
import type { Bucket } from '../core/firebase';
import { type IdempotentCall, isRepeated, rememberCall } from '../core/idempotency';
import { queueMail } from '../core/outbox';
import type { Secrets } from '../core/secrets';
import { recordStaffAction } from '../core/staffActions';
import { writeGrant } from '../members/access';
import { syncAccessClaims } from '../members/accessClaims';
import { memberIn, userOf, userRef } from '../members/users';
import { claimOf, claimRef, proofOf, proofRef, updateWaitingSince } from './queue';
import { TRADER_PROOFS, uploadRef } from './uploads';

/** What came of a submission: the proof's state, or why there is none. */
export type Submitted = ProofState | 'file missing' | 'taken';

/**
 * Enters a proof whose image was uploaded before, once however often the call arrives.
 * @throws KeyReused when the key of the call stands for another one, MemberGone
 */
export async function submitProof(
  { firestore, bucket }: { readonly firestore: Firestore; readonly bucket: Bucket },
  { proofId, traderId, call }: { proofId: string; traderId: string; call: IdempotentCall },
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

interface Deps {
  readonly auth: Auth;
  readonly firestore: Firestore;
  readonly secrets: Secrets;
}

/** What staff decides of a proof. */
export type Decision =
  | { readonly state: 'approved'; readonly tier: 'starter' | 'essential' }
  | { readonly state: 'rejected'; readonly reason: string };

interface Order {
  readonly id: string;
  readonly decision: Decision;
  /** Uid of the one of staff who decides. */
  readonly by: string;
  /** Epoch ms. */
  readonly now: number;
}

/** The proof as it was decided, or why it was not: it is the decider's own, another has taken it, or it was decided. */
export type Decided = Proof | 'missing' | 'own' | 'taken' | 'decided';

const isDecided = (proof: Proof, { state }: Decision) => proof.state === state;

/** Reads what a decision rests on; a proof where there is nothing left to decide, or why nothing is. */
async function readCase(firestore: Firestore, transaction: Transaction, order: Order) {
  const { id, by, decision, now } = order;
  const [document, held] = await transaction.getAll(
    proofRef(firestore, id),
    claimRef(firestore, id),
  );
  const proof = document && proofOf(document);
  const user = proof && userOf(await transaction.get(userRef(firestore, proof.uid)));
  if (!proof || !user) return 'missing';
  if (proof.uid === by) return 'own';
  if (proof.state !== ('waiting' satisfies ProofState))
    return isDecided(proof, decision) ? proof : 'decided';
  const claim = claimOf(held, now);
  return claim && claim.by !== by ? 'taken' : { proof, user };
}

function write(
  { firestore, secrets }: Deps,
  transaction: Transaction,
  { proof, user }: { proof: Proof; user: UserRecord },
  { id, decision, by, now }: Order,
): Proof {
  const { uid } = proof;
  const reason = decision.state === 'rejected' ? decision.reason : null;
  const changed = { state: decision.state, reason };
  transaction.update(proofRef(firestore, id), { ...changed, updatedAt: Timestamp.fromMillis(now) });
  transaction.delete(claimRef(firestore, id));
  const done = { by, uid, now };
  if (decision.state === 'approved') {
    const grant = { ...done, tier: decision.tier, reason: `proof ${id} approved` };
    if (!writeGrant(firestore, transaction, user, grant))
      recordStaffAction(firestore, transaction, {
        ...done,
        action: 'proof approved',
        reason: `proof ${id}`,
      });
  } else {
    const parameters = { fullName: user.fullName, reason: decision.reason };
    const order = { template: 'proofRejected', to: user.email, uid, parameters } as const;
    queueMail({ firestore, secrets }, transaction, order, now);
    const why = `proof ${id}: ${decision.reason}`;
    recordStaffAction(firestore, transaction, { ...done, action: 'proof rejected', reason: why });
  }
  return { ...proof, ...changed, updatedAt: now };
}

/**
 * Decides a proof: its state, the access that it grants and its event in one transaction, or the reason with its mail.
 * The same decision again changes nothing.
 */
export async function decideProof(deps: Deps, order: Order): Promise<Decided> {
  const { firestore } = deps;
  const decided = await firestore.runTransaction(async (transaction) => {
    const found = await readCase(firestore, transaction, order);
    if (typeof found === 'string' || !('user' in found)) return found;
    return write(deps, transaction, found, order);
  });
  if (typeof decided === 'string') return decided;
  await syncAccessClaims(deps, decided.uid);
  await updateWaitingSince(firestore, decided.uid);
  return decided;
}
