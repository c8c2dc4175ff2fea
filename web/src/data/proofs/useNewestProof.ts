import { useStored } from '../storage/useStored';
import { storedProofSchema, type StoredProof } from './storedProof';

export type { StoredProof } from './storedProof';

/** The member's newest proof as last received; null where none came yet, undefined while it is read. */
export const useNewestProof = (): StoredProof | null | undefined =>
  useStored(async ({ proofs }) => {
    const parsed = storedProofSchema.safeParse(await proofs.toCollection().first());
    return parsed.success ? parsed.data : null;
  });
