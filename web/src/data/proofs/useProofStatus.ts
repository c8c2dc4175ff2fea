import { isOfKind } from '../outbox/item';
import { useOutbox } from '../outbox/useOutbox';
import { proofStatus, type ProofStatus } from './status';
import { useNewestProof } from './useNewestProof';

export type { ProofStatus } from './status';

/** How far the member's last proof has come; null where they have none, undefined while that is read. */
export function useProofStatus(uid: string): ProofStatus | null | undefined {
  const items = useOutbox(uid);
  const proof = useNewestProof();
  return items === undefined || proof === undefined
    ? undefined
    : proofStatus(items.filter(isOfKind('proof')), proof);
}
