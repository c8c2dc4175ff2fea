import { proofStateSchema } from '@quantalgo/contracts';
import * as z from 'zod/mini';

/** What this device keeps of a proof: times in epoch ms, by the server's clock. */
export const storedProofSchema = z.object({
  id: z.string(),
  traderId: z.string(),
  state: proofStateSchema,
  /** What is wrong with a rejected one, in a sentence for its owner. */
  reason: z.nullable(z.string()),
  createdAt: z.number(),
  updatedAt: z.number(),
});
export type StoredProof = z.infer<typeof storedProofSchema>;
