import { proofDocumentSchema, type Proof } from '@quantalgo/contracts';
import {
  collection,
  limit,
  onSnapshot,
  orderBy,
  query,
  where,
  type Firestore,
} from 'firebase/firestore';

/** The member's newest proof as the server has it. */
export type ServedProof = Proof & { readonly id: string };

/**
 * Follows the member's newest proof: each version of it, null while there is none. One that this client can't read is
 * left out.
 * @returns stops it
 */
export function watchNewestProof(
  firestore: Firestore,
  uid: string,
  onProof: (proof: ServedProof | null) => void,
  onError: (error: unknown) => void,
): () => void {
  const own = where('uid', '==', uid);
  const newest = query(
    collection(firestore, 'proofs'),
    own,
    orderBy('createdAt', 'desc'),
    limit(1),
  );
  return onSnapshot(
    newest,
    { includeMetadataChanges: true },
    ({ docs: [document], metadata }) => {
      if (metadata.fromCache) return;
      if (!document) return onProof(null);
      const parsed = proofDocumentSchema.safeParse(document.data());
      if (parsed.success) onProof({ id: document.id, ...parsed.data });
    },
    onError,
  );
}
