import type { Signal } from '@quantalgo/contracts';
import { useEffect, useState } from 'react';
import { commitmentOf } from './commitment';

/** The fingerprint of a signal, computed on this device; null until it is, and where the browser can't. */
export function useCommitment(signal: Signal): string | null {
  const [known, setKnown] = useState<{ id: string; commitment: string } | null>(null);
  useEffect(() => {
    let current = true;
    commitmentOf(signal).then(
      (commitment) => current && setKnown({ id: signal.id, commitment }),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [signal]);
  return known?.id === signal.id ? known.commitment : null;
}
