import { isUnsent, type ItemOf } from '../outbox/item';
import type { StoredProof } from './storedProof';

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
  const item = items.at(-1);
  if (item && isUnsent(item)) return ofItem(item);
  if (proof && (!item || item.id === proof.id || item.createdAt <= proof.createdAt))
    return ofProof(proof);
  return item ? ofItem(item) : null;
}
