import type { Fingerprint } from '@quantalgo/contracts/submissions/review';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { proofFingerprintDocument } from '../../collections/submissions';
import { areLookalikes, getLookupKeys } from '../../domain/submissions/lookalikes';
import { readPages, parseDocument } from '../core/documents';
import { PROOFS, submissionRef } from './kinds';

const MAX_COMPARED_PROOFS = 30;

const fingerprintSchema = z.pick(proofFingerprintDocument, { uid: true, fingerprint: true });

const getFingerprintsCollection = (firestore: Firestore) =>
  firestore.collection('proofFingerprints');

async function storeFingerprint(firestore: Firestore, id: string, fingerprint: Fingerprint) {
  return firestore.runTransaction(async (transaction) => {
    const proof = PROOFS.parse(await transaction.get(submissionRef(firestore, PROOFS, id)));
    if (!proof) return null;
    const { uid } = proof;
    const createdAt = Timestamp.fromMillis(proof.createdAt);
    const fields = { uid, createdAt, fingerprint, keys: getLookupKeys(fingerprint) };
    transaction.set(getFingerprintsCollection(firestore).doc(id), fields);
    return uid;
  });
}

/**
 * Stores the image's fingerprint and finds lookalikes from other accounts among the newest
 * {@link MAX_COMPARED_PROOFS} candidates. Of two similar proofs, the later inspection finds the
 * other.
 * @returns null if the proof doesn't exist
 */
export async function findLookalikes(
  firestore: Firestore,
  id: string,
  fingerprint: Fingerprint,
): Promise<{ id: string; userId: string }[] | null> {
  const owner = await storeFingerprint(firestore, id, fingerprint);
  if (owner === null) return null;
  const keys = getLookupKeys(fingerprint);
  if (keys.length === 0) return [];
  const candidates = getFingerprintsCollection(firestore)
    .where('keys', 'array-contains-any', keys)
    .orderBy('createdAt', 'desc');
  const lookalikes: { id: string; userId: string }[] = [];
  let comparedCount = 0;
  for await (const page of readPages(candidates, MAX_COMPARED_PROOFS)) {
    for (const document of page) {
      const candidate = parseDocument(fingerprintSchema, document);
      if (candidate.uid === owner || comparedCount === MAX_COMPARED_PROOFS) continue;
      comparedCount += 1;
      if (areLookalikes(candidate.fingerprint, fingerprint))
        lookalikes.push({ id: document.id, userId: candidate.uid });
    }
    if (comparedCount === MAX_COMPARED_PROOFS) break;
  }
  return lookalikes;
}
