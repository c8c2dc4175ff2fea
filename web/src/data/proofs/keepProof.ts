import type { MemberDatabase } from '../storage/database';
import { storedProofSchema, type StoredProof } from './storedProof';

/** Stores the member's newest proof in place of the one before; null: they have none. */
export const keepProof = ({ proofs }: MemberDatabase, proof: StoredProof | null): Promise<void> =>
  proofs.db.transaction('rw', proofs, async () => {
    await proofs.clear();
    if (proof) await proofs.put(storedProofSchema.parse(proof));
  });
