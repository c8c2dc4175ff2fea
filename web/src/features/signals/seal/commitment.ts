import { commitmentText, sealedPart, type LedgerEntry, type Signal } from '@quantalgo/contracts';
import { sha256 } from './sha256';

/** The fingerprint of a signal, computed here: SHA-256 in hex over what was said, and its salt. */
export const commitmentOf = (signal: Signal): Promise<string> =>
  sha256(commitmentText(sealedPart(signal), signal.salt));

/** What the public ledger says of a signal. `absent`: it holds no publication of it under the signal's number. */
export type SealVerdict =
  | { readonly name: 'matches' | 'differs'; readonly published: string; readonly sealedAt: number }
  | { readonly name: 'absent' };

/** Compares a signal with the page of the public ledger that its number lies on. */
export async function checkSeal(
  signal: Signal,
  page: readonly LedgerEntry[],
): Promise<SealVerdict> {
  const entry = page.find(({ seq }) => seq === signal.ledgerSeq);
  if (entry?.type !== 'publication' || entry.slot !== signal.id) return { name: 'absent' };
  const name = entry.commitment === (await commitmentOf(signal)) ? 'matches' : 'differs';
  return { name, published: entry.commitment, sealedAt: Date.parse(entry.at) };
}
