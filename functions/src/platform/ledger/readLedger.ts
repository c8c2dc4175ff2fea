import {
  firestoreTime,
  isDemonstration,
  LEDGER_PAGE_SIZE,
  servedEntrySchema,
  sha256Schema,
  sourceSchema,
  type LedgerHead,
} from '@quantalgo/contracts';
import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { parseDocument } from '../parseDocument';
import { HEAD_PATH } from '../record/head';

const headSchema = z.object({
  ledgerId: z.string(),
  seq: z.int(),
  hash: sha256Schema,
  at: firestoreTime,
  source: sourceSchema,
});

type ServedEntry = z.infer<typeof servedEntrySchema>;

/** The newest entry of the ledger, null before the first. */
export async function readLedgerHead(firestore: Firestore): Promise<LedgerHead | null> {
  const stored = parseDocument(headSchema, await firestore.doc(HEAD_PATH).get());
  if (!stored) return null;
  const { at, ...head } = stored;
  return { ...head, at: new Date(at).toISOString(), demonstration: isDemonstration(head.source) };
}

/** One page of the ledger (from 0) as it is stored, in order; empty where the ledger ends before it. */
export async function readLedgerPage(firestore: Firestore, page: number): Promise<ServedEntry[]> {
  const first = page * LEDGER_PAGE_SIZE;
  const { docs } = await firestore
    .collection('ledger')
    .where('seq', '>=', first)
    .where('seq', '<', first + LEDGER_PAGE_SIZE)
    .orderBy('seq', 'asc')
    .get();
  return docs.map((entry) => servedEntrySchema.parse(entry.data()));
}
