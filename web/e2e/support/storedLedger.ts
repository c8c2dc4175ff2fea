import { createHash } from 'node:crypto';
import {
  entryText,
  ledgerEntrySchema,
  NO_ENTRY_BEFORE,
  type LedgerEntry,
} from '@quantalgo/contracts';
import { services } from './suite';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** The ledger as it is stored. */
export async function storedLedger(): Promise<LedgerEntry[]> {
  const { docs } = await services.database.collection('ledger').orderBy('seq').get();
  return docs.map((document) => ledgerEntrySchema.parse(document.data()));
}

/** Changes one stored entry behind the ledger's back, and nothing else; gives the way back. */
export async function tamper(seq: number): Promise<() => Promise<unknown>> {
  const document = services.database.doc(`ledger/${seq}`);
  const { at } = ledgerEntrySchema.parse((await document.get()).data());
  await document.update({ at: '2026-01-01T00:00:00.000Z' });
  return () => document.update({ at });
}

/**
 * Makes every stored entry anew with another first one, so that all hashes fit again, and the head with them. The time-stamps,
 * which would tell, are withheld.
 */
export async function rewriteLedger(): Promise<void> {
  const { database } = services;
  const writer = database.bulkWriter();
  let prev = NO_ENTRY_BEFORE;
  for (const { hash: _, ...entry } of await storedLedger()) {
    const earlier = new Date(Date.parse(entry.at) - 1).toISOString();
    const unhashed = { ...entry, prev, ...(entry.seq === 0 && { at: earlier }) };
    prev = sha256(entryText(unhashed));
    void writer.set(database.doc(`ledger/${entry.seq}`), { ...unhashed, hash: prev });
  }
  await writer.close();
  await database.doc('ledgerHeads/current').update({ hash: prev });
  await database.recursiveDelete(database.collection('stamps'));
}
