import {
  buildEntryText,
  ledgerEntrySchema,
  type Stamp,
} from '@quantalgo/contracts/record/ledger/entry';
import { type DocumentSnapshot, Timestamp, type Firestore } from 'firebase-admin/firestore';
import { stampDocument } from '../../collections/record';
import { readLedgerHead } from './ledger';
import { parseDocument } from '../core/documents';
import type { TimeStamp } from './stampText';

const toStamps = (docs: readonly DocumentSnapshot[]): Stamp[] =>
  docs
    .flatMap((document) => parseDocument(stampDocument, document) ?? [])
    .map(({ genTime, ...stamp }) => ({ ...stamp, genTime: new Date(genTime).toISOString() }));

export async function readStampsOfMonth(firestore: Firestore, month: string): Promise<Stamp[]> {
  const { docs } = await firestore
    .collection('stamps')
    .where('day', '>=', `${month}-01`)
    .where('day', '<=', `${month}-31`)
    .orderBy('day', 'asc')
    .get();
  return toStamps(docs);
}

/** @throws Error if the entry's hash isn't `hash` */
async function readHashedText(firestore: Firestore, seq: number, hash: string): Promise<string> {
  const entry = parseDocument(ledgerEntrySchema, await firestore.doc(`ledger/${seq}`).get());
  if (entry?.hash !== hash) throw new Error(`Entry ${seq} doesn’t have the expected hash`);
  const { hash: _, ...unhashed } = entry;
  return buildEntryText(unhashed);
}

/**
 * Time-stamps the ledger's head once per UTC day.
 * @param at epoch ms
 * @returns the stamped sequence number, or null if nothing was due
 * @throws Error if the authority returns no stamp
 */
export async function stampHeadOfDay(
  firestore: Firestore,
  stamp: { readonly by: string; readonly text: (text: string) => Promise<TimeStamp> },
  at: number,
): Promise<number | null> {
  const head = await readLedgerHead(firestore);
  const day = new Date(at).toISOString().slice(0, 10);
  const document = firestore.doc(`stamps/${day}`);
  const previous = parseDocument(stampDocument, await document.get());
  if (!head || previous?.ledgerId === head.ledgerId) return null;
  const { ledgerId, seq, hash } = head;
  const { token, genTime } = await stamp.text(await readHashedText(firestore, seq, hash));
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
