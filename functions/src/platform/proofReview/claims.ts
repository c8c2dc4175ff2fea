import { firestoreTime, PROOF_CLAIM_MS } from '@quantalgo/contracts';
import {
  Timestamp,
  type DocumentSnapshot,
  type Firestore,
  type Transaction,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { parseDocument } from '../parseDocument';

/** Who looks at a proof, until when (epoch ms). */
export interface Claim {
  readonly by: string;
  readonly until: number;
}

const schema = z.object({ by: z.string(), until: firestoreTime });

export const claimRef = (firestore: Firestore, proofId: string) =>
  firestore.collection('proofClaims').doc(proofId);

/** The claim of a document that has not run out at `now` (epoch ms). */
export function claimOf(snapshot: DocumentSnapshot | undefined, now: number): Claim | null {
  const claim = snapshot ? parseDocument(schema, snapshot) : null;
  return claim && claim.until > now ? claim : null;
}

/** The claims of proofs, in their order. */
export async function readClaims(
  firestore: Firestore,
  proofIds: readonly string[],
  now: number,
): Promise<(Claim | null)[]> {
  if (proofIds.length === 0) return [];
  const documents = await firestore.getAll(...proofIds.map((id) => claimRef(firestore, id)));
  return documents.map((document) => claimOf(document, now));
}

/** Writes a claim of a member's proof. */
export function writeClaim(
  firestore: Firestore,
  transaction: Transaction,
  { proofId, uid, by, now }: { proofId: string; uid: string; by: string; now: number },
): Claim {
  const until = now + PROOF_CLAIM_MS;
  const at = Timestamp.fromMillis(until);
  transaction.set(claimRef(firestore, proofId), { uid, by, until: at, expireAt: at });
  return { by, until };
}

/** Gives a proof back, where it is this one of staff's. */
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
