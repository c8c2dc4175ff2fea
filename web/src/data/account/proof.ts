import { proofStateSchema } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { isOfKind, type ItemOf } from '../outbox/item';
import { useOutbox } from '../outbox/outbox';
import type { MemberDatabase } from '../storage/database';
import { useStored } from '../storage/memberDatabase';
import { lastSubmission } from './submission';

/** What this device keeps of a proof: times in epoch ms, by the server's clock. */
const storedProofSchema = z.object({
  id: z.string(),
  traderId: z.string(),
  state: proofStateSchema,
  /** What is wrong with a rejected one, in a sentence for its owner. */
  reason: z.nullable(z.string()),
  createdAt: z.number(),
  updatedAt: z.number(),
});

export type StoredProof = z.infer<typeof storedProofSchema>;

/** Stores the member's newest proof in place of the one before; null: they have none. */
export const storeProof = ({ proofs }: MemberDatabase, proof: StoredProof | null): Promise<void> =>
  proofs.db.transaction('rw', proofs, async () => {
    await proofs.clear();
    if (proof) await proofs.put(storedProofSchema.parse(proof));
  });

/** How far the member's last proof has come, as far as this device knows. Times in epoch ms. */
export type ProofStatus =
  /** `failing`: tries found no way to the server. */
  | { readonly stage: 'unsent'; readonly traderId: string; readonly failing: boolean }
  | { readonly stage: 'sent'; readonly traderId: string }
  | { readonly stage: 'approved'; readonly traderId: string; readonly at: number }
  | {
      readonly stage: 'rejected';
      readonly traderId: string;
      readonly reason: string | null;
      readonly at: number;
    };

function ofItem({ content: { traderId }, state, reason, createdAt, attempts }: ItemOf<'proof'>) {
  if (state === 'sent') return { stage: 'sent', traderId } as const;
  if (state === 'refused') return { stage: 'rejected', traderId, reason, at: createdAt } as const;
  return { stage: 'unsent', traderId, failing: attempts > 0 } as const;
}

function ofProof({ traderId, state, reason, updatedAt: at }: StoredProof): ProofStatus {
  if (state === 'approved') return { stage: 'approved', traderId, at };
  if (state === 'rejected') return { stage: 'rejected', traderId, reason, at };
  return { stage: 'sent', traderId };
}

/**
 * What to say of the member's last proof, by what they sent from this device and by what the server last said of one;
 * null where they have none. What waits here to be sent comes first, then what the server says, then what became of it
 * on the way.
 * @param items the proofs in the outbox, oldest first
 */
export function proofStatus(
  items: readonly ItemOf<'proof'>[],
  proof: StoredProof | null,
): ProofStatus | null {
  const last = lastSubmission(items, proof && { stored: proof, createdAt: proof.createdAt });
  if (!last) return null;
  return 'item' in last ? ofItem(last.item) : ofProof(last.stored);
}

/** The member's newest proof as last received; null where none came yet, undefined while it is read. */
const useNewestProof = (): StoredProof | null | undefined =>
  useStored(async ({ proofs }) => {
    const parsed = storedProofSchema.safeParse(await proofs.toCollection().first());
    return parsed.success ? parsed.data : null;
  });

/** How far the member's last proof has come; null where they have none, undefined while that is read. */
export function useProofStatus(uid: string): ProofStatus | null | undefined {
  const items = useOutbox(uid);
  const proof = useNewestProof();
  return items === undefined || proof === undefined
    ? undefined
    : proofStatus(items.filter(isOfKind('proof')), proof);
}
