import { endpoints, type AdminUser, type ProofCase, type Tier } from '@quantalgo/contracts';
import { useRef, useState } from 'react';
import { failureText, type FailureWords } from '../../../data/session/errors';
import {
  approveProof,
  rejectProof,
  releaseProof,
  takeNext,
  takeProof,
} from '../../../data/staff/submissions';

const NETWORK = 'Network error. Please check your connection and try again.';
const wordsOf = (name: keyof typeof endpoints): FailureWords => ({
  wordless: endpoints[name].failure,
  unanswered: NETWORK,
});

/** What was decided last. */
export type Decided =
  | { readonly kind: 'approved'; readonly user: AdminUser; readonly tier: Tier }
  | { readonly kind: 'rejected'; readonly user: AdminUser; readonly reason: string };

/** What is being done with proofs, one thing at a time. */
type Doing = 'taking' | 'starter' | 'essential' | 'rejecting' | null;

/** One proof after the other, taken and decided. `onGone` is told the id of each that has left the queue. */
export function useReview(onGone: (id: string) => void) {
  const [opened, setOpened] = useState<ProofCase | null>(null);
  const [decided, setDecided] = useState<Decided | null>(null);
  const [isEmpty, setEmpty] = useState(false);
  const [doing, setDoing] = useState<Doing>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const busy = useRef(false);

  const act = async (what: Doing, words: FailureWords, work: () => Promise<void>) => {
    if (busy.current) return;
    busy.current = true;
    setDoing(what);
    setFailure(null);
    try {
      await work();
    } catch (error) {
      setFailure(failureText(error, words));
    }
    busy.current = false;
    setDoing(null);
  };
  const open = (found: ProofCase | null) => {
    setOpened(found);
    setEmpty(found === null);
    setDecided(null);
  };
  const leave = (outcome: Decided, id: string) => {
    onGone(id);
    setOpened(null);
    setDecided(outcome);
  };

  return {
    opened,
    decided,
    isEmpty,
    doing,
    failure,
    next: () => act('taking', wordsOf('claimNextProof'), async () => open(await takeNext())),
    take: (id: string) =>
      act('taking', wordsOf('claimProof'), async () => open(await takeProof(id))),
    approve: ({ proof }: ProofCase, tier: Exclude<Tier, 'guest'>) =>
      act(tier, wordsOf('approveProof'), async () => {
        const user = await approveProof(proof.id, tier);
        leave({ kind: 'approved', user, tier }, proof.id);
      }),
    reject: ({ proof, user }: ProofCase, reason: string) =>
      act('rejecting', wordsOf('rejectProof'), async () => {
        await rejectProof(proof.id, reason);
        leave({ kind: 'rejected', user, reason }, proof.id);
      }),
    close: ({ proof }: ProofCase) => {
      setOpened(null);
      // A proof that could not be given back is free again when its time is over.
      if (proof.state === 'waiting') releaseProof(proof.id).catch(() => undefined);
    },
  };
}
export type Review = ReturnType<typeof useReview>;
