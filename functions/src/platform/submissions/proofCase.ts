import type { AdminProof, DuplicateProof, Fingerprint, ProofCase } from '@quantalgo/contracts';
import { type Firestore, type Query, Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { proofFingerprintDocument } from '../../documents';
import { areLookalikes, keysOf } from '../../domain/lookalikes';
import { readAccessHistory } from '../console/audit';
import { readRow } from '../console/people';
import { parseDocument } from '../core/documents';
import type { BrokerRegistry } from './brokerList';
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

/** Fingerprints that are read to compare one with. */
const COMPARED = 30;

const schema = z.pick(proofFingerprintDocument, { uid: true, fingerprint: true });

const fingerprints = (firestore: Firestore) => firestore.collection('proofFingerprints');

/** Keeps the fingerprint of a proof, as long as the proof is there. @returns whose it is; null where it is gone */
async function note(firestore: Firestore, id: string, fingerprint: Fingerprint) {
  return firestore.runTransaction(async (transaction) => {
    const proof = proofOf(await transaction.get(proofRef(firestore, id)));
    if (!proof) return null;
    const { uid } = proof;
    const createdAt = Timestamp.fromMillis(proof.createdAt);
    const fields = { uid, createdAt, fingerprint, keys: keysOf(fingerprint) };
    transaction.set(fingerprints(firestore).doc(id), fields);
    return uid;
  });
}

/**
 * Keeps what the image of a proof looks like, and finds proofs of other accounts that look alike: of two, whichever is
 * noted later finds the other one. Among more that come into question than can be read, the newest are compared.
 * @returns null where there is no such proof
 */
export async function findAlike(
  firestore: Firestore,
  id: string,
  fingerprint: Fingerprint,
): Promise<{ proofId: string; userId: string }[] | null> {
  const owner = await note(firestore, id, fingerprint);
  if (owner === null) return null;
  const keys = keysOf(fingerprint);
  if (keys.length === 0) return [];
  const { docs } = await fingerprints(firestore)
    .where('keys', 'array-contains-any', keys)
    .orderBy('createdAt', 'desc')
    .limit(COMPARED)
    .get();
  return docs.flatMap((document) => {
    const known = parseDocument(schema, document);
    return known && known.uid !== owner && areLookalikes(known.fingerprint, fingerprint)
      ? [{ proofId: document.id, userId: known.uid }]
      : [];
  });
}
