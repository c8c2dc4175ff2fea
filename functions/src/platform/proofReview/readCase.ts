import type { AdminProof, DuplicateProof, ProofCase } from '@quantalgo/contracts';
import type { Firestore, Query } from 'firebase-admin/firestore';
import { readAccessHistory } from '../admin/accessHistory';
import { readRow } from '../admin/userRows';
import type { BrokerRegistry } from '../brokerRegistry/brokerRegistry';
import { proofOf, proofRef, toAdminProof } from './queue';

/** Proofs and changes that stand beside a case at most. */
const BESIDE = 10;

async function others(query: Query, id: string) {
  const { docs } = await query.limit(BESIDE).get();
  return docs.flatMap((document) => {
    const proof = proofOf(document);
    return proof && document.id !== id ? [{ proofId: document.id, userId: proof.uid }] : [];
  });
}

/** Proofs with the very same image, of whomever, and other accounts' proofs with the same trader ID. */
async function duplicatesOf(firestore: Firestore, proof: AdminProof): Promise<DuplicateProof[]> {
  const proofs = firestore.collection('proofs');
  const digest: unknown = (await proofRef(firestore, proof.id).get()).get('digest');
  const [images, traders] = await Promise.all([
    typeof digest === 'string' ? others(proofs.where('digest', '==', digest), proof.id) : [],
    others(proofs.where('traderId', '==', proof.traderId), proof.id),
  ]);
  return [
    ...images.map((one): DuplicateProof => ({ kind: 'image', ...one })),
    ...traders
      .filter(({ userId }) => userId !== proof.userId)
      .map((one): DuplicateProof => ({ kind: 'trader ID', ...one })),
  ];
}

async function earlierOf(firestore: Firestore, { id, userId }: AdminProof): Promise<AdminProof[]> {
  const { docs } = await firestore
    .collection('proofs')
    .where('uid', '==', userId)
    .orderBy('createdAt', 'desc')
    .limit(BESIDE)
    .get();
  return docs.flatMap((document) => {
    const proof = proofOf(document);
    return proof && document.id !== id ? [toAdminProof(document.id, proof, null)] : [];
  });
}

/** A proof with all that staff decides it by; null where its member is gone. */
export async function readCase(
  { firestore, registry }: { readonly firestore: Firestore; readonly registry: BrokerRegistry },
  proof: AdminProof,
): Promise<ProofCase | null> {
  const [user, earlier, history, duplicates, listed] = await Promise.all([
    readRow(firestore, proof.userId),
    earlierOf(firestore, proof),
    readAccessHistory(firestore, proof.userId, BESIDE),
    duplicatesOf(firestore, proof),
    registry.find(proof.traderId),
  ]);
  const broker = listed && { ...listed, importedAt: new Date(listed.importedAt).toISOString() };
  return user && { proof, user, earlier, history, duplicates, broker };
}
