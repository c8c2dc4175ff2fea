import { createHash } from 'node:crypto';
import {
  GENESIS_PREV_HASH,
  buildEntryText,
  ledgerEntrySchema,
  type LedgerEntry,
} from '@quantalgo/contracts/record/ledger/entry';
import { expect } from 'vitest';
import type { EmulatedProject } from './emulated';

/** In order. Fails unless the hashes form a complete chain that ends at the head. */
export async function readWholeLedger({
  database,
}: Pick<EmulatedProject, 'database'>): Promise<LedgerEntry[]> {
  const { docs } = await database.collection('ledger').orderBy('seq').get();
  const entries = docs.map((document) => ledgerEntrySchema.parse(document.data()));
  for (const [index, { hash, ...unhashed }] of entries.entries()) {
    expect(unhashed.seq).toBe(index);
    expect(unhashed.prev).toBe(entries[index - 1]?.hash ?? GENESIS_PREV_HASH);
    expect(createHash('sha256').update(buildEntryText(unhashed)).digest('hex')).toBe(hash);
  }
  const head = (await database.doc('ledgerHeads/current').get()).data();
  expect(head).toMatchObject({ seq: entries.length - 1, hash: entries.at(-1)?.hash });
  return entries;
}
