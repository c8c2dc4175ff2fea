import type { LedgerEntry } from '@quantalgo/contracts/record/ledger/entry';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import type { Source } from '@quantalgo/contracts/signals/signal';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { append } from '../../src/domain/record/ledger';

/** Stores a ledger that has only its first entry, dated `at` (epoch ms). */
export async function storeGenesis(
  database: Firestore,
  {
    ledgerId,
    at,
    source,
  }: { readonly ledgerId: string; readonly at: number; readonly source: Source },
): Promise<LedgerEntry> {
  const rules = LADDER_RULES;
  const genesis = append(null, { type: 'genesis', ledgerId, rules }, { at, source });
  const { hash, seq } = genesis;
  const head = {
    ...{ ledgerId, rules, seq, hash, source },
    at: Timestamp.fromMillis(at),
    lastSlot: null,
    closedFrom: null,
  };
  await database.doc('ledgerHeads/current').set(head);
  await database.doc('ledger/0').set(genesis);
  return genesis;
}
