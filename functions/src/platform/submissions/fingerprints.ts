import type { Fingerprint } from '@quantalgo/contracts/submissions/review';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { proofFingerprintDocument } from '../../collections/submissions';
import { areLookalikes, keysOf } from '../../domain/submissions/lookalikes';
import { pagesOf, parseDocument } from '../core/documents';
import { PROOFS, submissionRef } from './kinds';

/** Most fingerprints of other accounts that one is compared with. */
const COMPARED = 30;

const schema = z.pick(proofFingerprintDocument, { uid: true, fingerprint: true });

const fingerprints = (firestore: Firestore) => firestore.collection('proofFingerprints');

/** Stores a proof's fingerprint, if the proof still exists. @returns the proof's owner; null where it is gone */
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
 * Stores the fingerprint of a proof's image, and finds lookalikes of other accounts: of two proofs, the one stored
 * later finds the other. Where there are more candidates than {@link COMPARED}, the newest are compared.
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
  const candidates = fingerprints(firestore)
    .where('keys', 'array-contains-any', keys)
    .orderBy('createdAt', 'desc');
  const alike: { proofId: string; userId: string }[] = [];
  let compared = 0;
  for await (const page of pagesOf(candidates, COMPARED)) {
    for (const document of page) {
      const known = parseDocument(schema, document);
      if (!known || known.uid === owner || compared === COMPARED) continue;
      compared += 1;
      if (areLookalikes(known.fingerprint, fingerprint))
        alike.push({ proofId: document.id, userId: known.uid });
    }
    if (compared === COMPARED) break;
  }
  return alike;
}
