import type { Fingerprint } from '@quantalgo/contracts';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { proofFingerprintDocument } from '../../documents';
import { areLookalikes, keysOf } from '../../domain/lookalikes';
import { parseDocument } from '../core/documents';
import { PROOFS, submissionRef } from './kinds';

/** Fingerprints that are read to compare one with. */
const COMPARED = 30;

const schema = z.pick(proofFingerprintDocument, { uid: true, fingerprint: true });

const fingerprints = (firestore: Firestore) => firestore.collection('proofFingerprints');

/** Keeps the fingerprint of a proof, as long as the proof is there. @returns whose it is; null where it is gone */
async function note(firestore: Firestore, id: string, fingerprint: Fingerprint) {
  return firestore.runTransaction(async (transaction) => {
    const proof = PROOFS.parse(await transaction.get(submissionRef(firestore, PROOFS, id)));
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
