import { ledgerEndpoints } from '@quantalgo/contracts';
import { readPublic } from '../public/readPublic';
import { keepHead } from './seenHeads';

/** Asks for the ledger's head and notes that this device saw it. Without an answer nothing is noted. Never rejects. */
export async function noteHead(): Promise<void> {
  try {
    const { data, at } = await readPublic(ledgerEndpoints.ledgerHead);
    await keepHead(data, at);
  } catch {
    return;
  }
}
