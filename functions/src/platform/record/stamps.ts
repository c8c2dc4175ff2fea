import {
  buildEntryText,
  ledgerEntrySchema,
  type Stamp,
} from '@quantalgo/contracts/record/ledger/entry';
import { type DocumentSnapshot, Timestamp, type Firestore } from 'firebase-admin/firestore';
import { stampDocument } from '../../collections/record';
import { readLedgerHead } from './ledger';
import { parseDocument } from '../core/documents';
import type { Stamper } from './stampText';

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

/** @throws AggregateError if every authority fails */
async function stampWithFirst(text: string, stampers: readonly Stamper[]) {
  const failures: unknown[] = [];
  for (const { by, text: stampText } of stampers)
    try {
      return { by, ...(await stampText(text)) };
    } catch (error) {
      failures.push(error);
    }
  const reasons = failures.map(String).join('; ');
  throw new AggregateError(failures, `No authority stamped the head: ${reasons}`);
}

/**
 * Time-stamps the ledger's head once per UTC day, with the first authority that answers.
 * @param at epoch ms
 * @returns null if nothing was due
 * @throws AggregateError if every authority failed
 */
export async function stampHeadOfDay(
  firestore: Firestore,
  stampers: readonly Stamper[],
  at: number,
): Promise<{ readonly seq: number; readonly by: string } | null> {
  const head = await readLedgerHead(firestore);
  const day = new Date(at).toISOString().slice(0, 10);
  const document = firestore.doc(`stamps/${day}`);
  const previous = parseDocument(stampDocument, await document.get());
  if (!head || previous?.ledgerId === head.ledgerId) return null;
  const { ledgerId, seq, hash } = head;
  const text = await readHashedText(firestore, seq, hash);
  const { by, token, genTime } = await stampWithFirst(text, stampers);
  await document.set({
    day,
    ledgerId,
    seq,
    hash,
    authority: by,
    genTime: Timestamp.fromMillis(genTime),
    token: Buffer.from(token).toString('base64'),
  });
  return { seq, by };
}
