import { entryText, ledgerEntrySchema, type Stamp } from '@quantalgo/contracts/record/ledger/entry';
import { type DocumentSnapshot, Timestamp, type Firestore } from 'firebase-admin/firestore';
import { stampDocument } from '../../collections/record';
import { readLedgerHead } from './ledger';
import { parseDocument } from '../core/documents';
import type { TimeStamp } from './stampText';

/** Stored stamps as they are served. */
const servedStamps = (docs: readonly DocumentSnapshot[]): Stamp[] =>
  docs
    .flatMap((stored) => parseDocument(stampDocument, stored) ?? [])
    .map(({ genTime, ...stamp }) => ({ ...stamp, genTime: new Date(genTime).toISOString() }));

/** The stamps of a month of UTC (`2026-11`), oldest first. */
export async function readStampsOfMonth(firestore: Firestore, month: string): Promise<Stamp[]> {
  const { docs } = await firestore
    .collection('stamps')
    .where('day', '>=', `${month}-01`)
    .where('day', '<=', `${month}-31`)
    .orderBy('day', 'asc')
    .get();
  return servedStamps(docs);
}

/** The text that an entry's hash is computed from. @throws Error where the stored entry has another hash */
async function textOf(firestore: Firestore, seq: number, hash: string): Promise<string> {
  const entry = parseDocument(ledgerEntrySchema, await firestore.doc(`ledger/${seq}`).get());
  if (entry?.hash !== hash) throw new Error(`Entry ${seq} is not the head that it should be`);
  const { hash: _, ...unhashed } = entry;
  return entryText(unhashed);
}

/**
 * Time-stamps the ledger's head once per UTC day; does nothing on a day that has its stamp.
 * @param at epoch ms
 * @returns the sequence number of the stamped entry; null where there was nothing to do
 * @throws Error where the authority returns no stamp
 */
export async function stampHeadOfDay(
  firestore: Firestore,
  stamp: { readonly by: string; readonly text: (text: string) => Promise<TimeStamp> },
  at: number,
): Promise<number | null> {
  const head = await readLedgerHead(firestore);
  const day = new Date(at).toISOString().slice(0, 10);
  const document = firestore.doc(`stamps/${day}`);
  const before = parseDocument(stampDocument, await document.get());
  if (!head || before?.ledgerId === head.ledgerId) return null;
  const { ledgerId, seq, hash } = head;
  const { token, genTime } = await stamp.text(await textOf(firestore, seq, hash));
  await document.set({
    day,
    ledgerId,
    seq,
    hash,
    authority: stamp.by,
    genTime: Timestamp.fromMillis(genTime),
    token: Buffer.from(token).toString('base64'),
  });
  return seq;
}
