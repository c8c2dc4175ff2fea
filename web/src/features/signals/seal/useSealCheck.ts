import { LEDGER_PAGE_SIZE, soundEntries, type Signal } from '@quantalgo/contracts';
import { useState } from 'react';
import { call } from '../../../data/session/call';
import { ApiError, NetworkError } from '../../../data/session/errors';
import { checkSeal, type SealVerdict } from './commitment';

export type SealCheck =
  | { readonly state: 'idle' | 'checking' | 'offline' }
  | { readonly state: 'refused'; readonly message: string }
  | { readonly state: 'checked'; readonly verdict: SealVerdict };

async function check(signal: Signal): Promise<SealCheck> {
  try {
    const page = String(Math.floor(signal.ledgerSeq / LEDGER_PAGE_SIZE));
    const { data } = await call('ledgerPage', { params: { page } });
    return { state: 'checked', verdict: await checkSeal(signal, soundEntries(data)) };
  } catch (error) {
    if (error instanceof NetworkError) return { state: 'offline' };
    if (error instanceof ApiError) return { state: 'refused', message: error.message };
    throw error;
  }
}

/** Compares a signal with the public ledger when asked to. */
export function useSealCheck(signal: Signal): { check: SealCheck; run: () => void } {
  const [result, setResult] = useState<SealCheck>({ state: 'idle' });
  const run = () => {
    setResult({ state: 'checking' });
    void check(signal).then(setResult);
  };
  return { check: result, run };
}
