import {
  type AdminProof,
  type AdminSetup,
  iso,
  type Proof,
  PROOF_CLAIM_MS,
  type ProofState,
  type SetupRecord,
  toSetup,
} from '@quantalgo/contracts';
import {
  type DocumentSnapshot,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { proofClaimDocument } from '../../collections/console';
import { parseDocument, readAll } from '../core/documents';
import { userRef } from '../members/users';
import { PROOFS, SETUPS, type Submission, type SubmissionKind, submissionRef } from './kinds';

/** Proofs that are read at a time in search of an unclaimed one. */
const LOOKED_AT = 10;

const WAITING: ProofState = 'waiting';

/** A proof as the console gets it. */
export const toAdminProof = (id: string, proof: Proof, claim: Claim | null): AdminProof => {
  const { uid, createdAt, updatedAt, ...rest } = proof;
  return {
    ...rest,
    id,
    userId: uid,
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
    claim: claim && { by: claim.by, until: iso(claim.until) },
  };
};

/** An account setup as the console gets it. */
export const toAdminSetup = (id: string, setup: SetupRecord): AdminSetup => ({
  ...toSetup(id, setup),
  userId: setup.uid,
  file: setup.file,
});

/** Submissions that wait for staff, oldest first, starting after the one with id `after`. */
async function waiting(
  firestore: Firestore,
  kind: Pick<SubmissionKind<Submission>, 'collection' | 'pageSize'>,
  after: string | undefined,
  limit = kind.pageSize,
) {
  const query = firestore
    .collection(kind.collection)
    .where('state', '==', WAITING)
    .orderBy('createdAt', 'asc')
    .limit(limit);
  const begun = after === undefined ? null : await submissionRef(firestore, kind, after).get();
  return (await (begun?.exists === true ? query.startAfter(begun) : query).get()).docs;
}

/** The account setups that wait for staff, oldest first, starting after the one with id `after`. */
export async function listSetups(
  firestore: Firestore,
  after: string | undefined,
): Promise<AdminSetup[]> {
  const documents = await waiting(firestore, SETUPS, after);
  return documents.flatMap((document) => {
    const setup = SETUPS.parse(document);
    return setup ? [toAdminSetup(document.id, setup)] : [];
  });
}

/** The proofs that wait for staff, oldest first, starting after the one with id `after`. */
export async function listQueue(
  firestore: Firestore,
  after: string | undefined,
  now: number,
): Promise<AdminProof[]> {
  const documents = await waiting(firestore, PROOFS, after);
  const claims = await readClaims(
    firestore,
    documents.map(({ id }) => id),
    now,
  );
  return documents.flatMap((document, index) => {
    const proof = PROOFS.parse(document);
    return proof ? [toAdminProof(document.id, proof, claims[index] ?? null)] : [];
  });
}

/** The result of taking a proof: the proof, or why it can't be taken. */
export type Taken = AdminProof | 'missing' | 'taken';

/** Claims a proof for a staff member, or extends their claim. A decided proof needs no claim to be looked at. */
export async function takeProof(
  firestore: Firestore,
  { id, by, now }: { id: string; by: string; now: number },
): Promise<Taken> {
  return firestore.runTransaction(async (transaction) => {
    const [document, held] = await readAll(
      transaction,
      submissionRef(firestore, PROOFS, id),
      claimRef(firestore, id),
    );
    const proof = PROOFS.parse(document);
    if (!proof) return 'missing';
    if (proof.state !== WAITING) return toAdminProof(id, proof, null);
    const claim = claimOf(held, now);
    if (claim && claim.by !== by) return 'taken';
    const { uid } = proof;
    return toAdminProof(
      id,
      proof,
      writeClaim(firestore, transaction, { proofId: id, uid, by, now }),
    );
  });
}

/** Claims the oldest waiting proof that no other staff member has; null where there is none. */
export async function takeNext(
  firestore: Firestore,
  { by, now }: { by: string; now: number },
): Promise<AdminProof | null> {
  let after: string | undefined;
  for (;;) {
    const documents = await waiting(firestore, PROOFS, after, LOOKED_AT);
    const claims = await readClaims(
      firestore,
      documents.map(({ id }) => id),
      now,
    );
    for (const [index, { id }] of documents.entries()) {
      const claim = claims[index];
      if (claim && claim.by !== by) continue;
      const taken = await takeProof(firestore, { id, by, now });
      if (typeof taken !== 'string' && taken.state === WAITING) return taken;
    }
    if (documents.length < LOOKED_AT) return null;
    after = documents.at(-1)?.id;
  }
}

/** A staff member's claim of a proof, and its end (epoch ms). */
interface Claim {
  readonly by: string;
  readonly until: number;
}

const schema = z.pick(proofClaimDocument, { by: true, until: true });

export const claimRef = (firestore: Firestore, proofId: string) =>
  firestore.collection('proofClaims').doc(proofId);

/** The claim in a document, if it has not expired at `now` (epoch ms). */
export function claimOf(snapshot: DocumentSnapshot | undefined, now: number): Claim | null {
  const claim = snapshot ? parseDocument(schema, snapshot) : null;
  return claim && claim.until > now ? claim : null;
}

/** The claims of proofs, in their order. */
async function readClaims(
  firestore: Firestore,
  proofIds: readonly string[],
  now: number,
): Promise<(Claim | null)[]> {
  if (proofIds.length === 0) return [];
  const documents = await firestore.getAll(...proofIds.map((id) => claimRef(firestore, id)));
  return documents.map((document) => claimOf(document, now));
}

/** Writes a claim for {@link PROOF_CLAIM_MS}. */
function writeClaim(
  firestore: Firestore,
  transaction: Transaction,
  { proofId, uid, by, now }: { proofId: string; uid: string; by: string; now: number },
): Claim {
  const until = now + PROOF_CLAIM_MS;
  const at = Timestamp.fromMillis(until);
  transaction.set(claimRef(firestore, proofId), { uid, by, until: at, expireAt: at });
  return { by, until };
}

/** Releases a proof, if it is claimed by this staff member. */
export async function releaseClaim(
  firestore: Firestore,
  proofId: string,
  by: string,
): Promise<void> {
  await firestore.runTransaction(async (transaction) => {
    const claim = await transaction.get(claimRef(firestore, proofId));
    if (claim.get('by') === by) transaction.delete(claim.ref);
  });
}

/**
 * Stores in the user document since when the member's oldest proof waits for staff, null where none does. It depends
 * only on the current state, never on what triggered it, so it may run late or twice.
 */
export async function updateWaitingSince(firestore: Firestore, uid: string): Promise<void> {
  await firestore.runTransaction(async (transaction) => {
    const waiting = firestore
      .collection('proofs')
      .where('uid', '==', uid)
      .where('state', '==', WAITING)
      .orderBy('createdAt', 'asc')
      .limit(1);
    const user = await transaction.get(userRef(firestore, uid));
    const [oldest] = (await transaction.get(waiting)).docs;
    if (user.exists)
      transaction.update(user.ref, { proofWaitingSince: oldest?.get('createdAt') ?? null });
  });
}

/** Does the same for all members with waiting proofs, including those from before the field existed. */
export async function updateAllWaitingSince(firestore: Firestore): Promise<void> {
  const { docs } = await firestore.collection('proofs').where('state', '==', WAITING).get();
  const uids = new Set(docs.map((proof) => String(proof.get('uid'))));
  for (const uid of uids) await updateWaitingSince(firestore, uid);
}
