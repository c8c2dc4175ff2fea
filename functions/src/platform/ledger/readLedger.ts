import {
  firestoreTime,
  isDemonstration,
  LEDGER_PAGE_SIZE,
  ledgerEntrySchema,
  sha256Schema,
  sourceSchema,
  type LedgerEntry,
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

/** The newest entry of the ledger, null before the first. */
export async function readLedgerHead(firestore: Firestore): Promise<LedgerHead | null> {
  const stored = parseDocument(headSchema, await firestore.doc(HEAD_PATH).get());
  if (!stored) return null;
  const { at, ...head } = stored;
  return { ...head, at: new Date(at).toISOString(), demonstration: isDemonstration(head.source) };
}

/** One page of the ledger (from 0), in order; empty where the ledger ends before it. */
export async function readLedgerPage(firestore: Firestore, page: number): Promise<LedgerEntry[]> {
  const first = page * LEDGER_PAGE_SIZE;
  const { docs } = await firestore
    .collection('ledger')
    .where('seq', '>=', first)
    .where('seq', '<', first + LEDGER_PAGE_SIZE)
    .orderBy('seq', 'asc')
    .get();
  return docs.flatMap((entry) => parseDocument(ledgerEntrySchema, entry) ?? []);
}
