import { buildCommitmentText, toSealedSignal } from '@quantalgo/contracts/record/ledger/entry';
import type { Signal } from '@quantalgo/contracts/signals/signal';
import { useEffect, useState } from 'react';

/** Computed on this device; null until then, and if the browser can't compute it. */
export function useCommitment(signal: Signal): string | null {
  const [computed, setComputed] = useState<{ id: string; commitment: string } | null>(null);
  useEffect(() => {
    let current = true;
    computeCommitment(signal).then(
      (commitment) => current && setComputed({ id: signal.id, commitment }),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [signal]);
  return computed?.id === signal.id ? computed.commitment : null;
}

/** SHA-256 in hex over the signal's sealed content and its salt. */
export const computeCommitment = (signal: Signal): Promise<string> =>
  sha256(buildCommitmentText(toSealedSignal(signal), signal.salt));

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
