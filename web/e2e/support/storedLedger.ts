import { createHash } from 'node:crypto';
import {
  buildEntryText,
  ledgerEntrySchema,
  GENESIS_PREV_HASH,
  type LedgerEntry,
} from '@quantalgo/contracts/record/ledger/entry';
import { encodeBase64 } from '@quantalgo/contracts/record/log/base64';
import { parseCheckpoint, parseSignedNote } from '@quantalgo/contracts/record/log/checkpoint';
import { toEntryWrites } from '@quantalgo/functions/platform/record/ledger';
import { readLog, toFullLogWrites } from '@quantalgo/functions/platform/record/log';
import { LOCAL_SIGNER } from '@quantalgo/tools/suite/environment';
import { services } from './suite';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

export async function storedLedger(): Promise<LedgerEntry[]> {
  const { docs } = await services.database.collection('ledger').orderBy('seq').get();
  return docs.map((document) => ledgerEntrySchema.parse(document.data()));
}

/** The log's newest checkpoint; the root is base64. */
export async function storedCheckpoint(): Promise<{ size: number; root: string }> {
  const log = await readLog(services.database);
  const { size, root } = parseCheckpoint(parseSignedNote(log?.checkpoint ?? '').text);
  return { size, root: encodeBase64(root) };
}

/** Changes one stored entry without the ledger. @returns restores it */
export async function tamper(seq: number): Promise<() => Promise<unknown>> {
  const document = services.database.doc(`ledger/${seq}`);
  const { at } = ledgerEntrySchema.parse((await document.get()).data());
  await document.update({ at: '2026-01-01T00:00:00.000Z' });
  return () => document.update({ at });
}

/**
 * Rewrites the whole ledger after a change to its first entry: hashes, head and signed log are consistent again. Deletes the
 * time-stamps, which would reveal it.
 */
export async function rewriteLedger(): Promise<void> {
  const { database } = services;
  const writer = database.bulkWriter();
  const entries: LedgerEntry[] = [];
  let prev = GENESIS_PREV_HASH;
  for (const { hash: _, ...entry } of await storedLedger()) {
    const earlier = new Date(Date.parse(entry.at) - 1).toISOString();
    const unhashed = { ...entry, prev, ...(entry.seq === 0 && { at: earlier }) };
    prev = sha256(buildEntryText(unhashed));
    entries.push(ledgerEntrySchema.parse({ ...unhashed, hash: prev }));
  }
  const [genesis] = entries;
  if (genesis?.type !== 'genesis') throw new Error('A ledger begins with its genesis');
  const log = { ledgerId: genesis.ledgerId, entries, signer: LOCAL_SIGNER };
  for (const { path, data } of [...toEntryWrites(entries), ...toFullLogWrites(log)])
    void writer.set(database.doc(path), data);
  await writer.close();
  await database.doc('ledgerHeads/current').update({ hash: prev });
  for (const stamps of ['stamps', 'checkpointStamps'])
    await database.recursiveDelete(database.collection(stamps));
}
