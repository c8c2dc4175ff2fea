import { endpoints, type DuplicateProof, type ProofCase } from '@quantalgo/contracts';
import { useState } from 'react';
import { useSending } from '../../../data/session/useSending';
import { findAlike } from '../../../data/staff/submissions';

/** A case with the proofs of other accounts that look alike, once its image is on screen and was compared with them. */
export function useAlike(found: ProofCase) {
  const [image, setImage] = useState<HTMLImageElement | null>(null);
  const [alike, setAlike] = useState<readonly DuplicateProof[]>([]);
  const { failure, send } = useSending(
    async (shown: HTMLImageElement) => setAlike(await findAlike(found.proof.id, shown)),
    {
      wordless: endpoints.compareProof.failure,
      unanswered: 'Network error. Please check your connection and try again.',
    },
  );
  const same = new Set(
    found.duplicates.flatMap((one) => (one.kind === 'image' ? one.proofId : [])),
  );
  const others = alike.filter(({ proofId }) => !same.has(proofId));
  return {
    known: { ...found, duplicates: [...found.duplicates, ...others] },
    failure,
    compare: (shown: HTMLImageElement) => {
      setImage(shown);
      void send(shown);
    },
    again: () => void (image && send(image)),
  };
}
