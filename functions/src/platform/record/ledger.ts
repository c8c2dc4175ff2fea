import {
  isDemonstration,
  LADDER_RULES,
  type LadderRules,
  LEDGER_PAGE_SIZE,
  type LedgerHead,
  NO_SIGNALS_SETTLED,
  performanceCountersSchema,
  servedEntrySchema,
  slotId,
  type Source,
} from '@quantalgo/contracts';
import { type DocumentSnapshot, type Firestore, Timestamp } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { ledgerHeadDocument } from '../../documents';
import type { Head } from '../../domain/record';
import { parseDocument } from '../core/documents';
import type { Counters, Write } from './writes';

export const HEAD_PATH = 'ledgerHeads/current';

export const COUNTERS_PATH = 'stats/performance';

/**
 * The head that a snapshot holds, null before the first entry.
 * @throws Error when the record is of another source: prices of two markets never share a ledger.
 */
export function headOf(snapshot: DocumentSnapshot, source: Source): Head | null {
  if (!snapshot.exists) return null;
  const head = ledgerHeadDocument.parse(snapshot.data());
  if (head.source !== source)
    throw new Error(`The ledger is of the ${head.source} market, not of the ${source} one`);
  return head;
}

/**
 * The rules that a snapshot of the head gives for all signals of its record, of whatever source; before a first entry,
 * those by which a record would begin now.
 */
export const rulesIn = (snapshot: DocumentSnapshot): LadderRules =>
  snapshot.exists
    ? z.pick(ledgerHeadDocument, { rules: true }).parse(snapshot.data()).rules
    : LADDER_RULES;

/** The rules by which signals are published and judged now. */
export const readRules = async (database: Firestore): Promise<LadderRules> =>
  rulesIn(await database.doc(HEAD_PATH).get());

const idOrNull = (slot: number | null) => (slot === null ? null : slotId(slot));

/** `ledgerHeads/current` with this head. */
export const headWrite = (head: Head): Write => ({
  path: HEAD_PATH,
  data: {
    ...head,
    at: Timestamp.fromMillis(head.at),
    lastSlot: idOrNull(head.lastSlot),
    closedFrom: idOrNull(head.closedFrom),
  },
  once: false,
});

/** The counters that a snapshot holds; before the first change, those of an empty record with this head. */
export function countersOf(
  snapshot: DocumentSnapshot,
  { source, rules }: Pick<Head, 'source' | 'rules'>,
): Counters {
  if (!snapshot.exists) return { ...NO_SIGNALS_SETTLED, source, rules };
  const { updatedAt, ...counters } = performanceCountersSchema.parse(snapshot.data());
  return counters;
}

const headSchema = z.omit(ledgerHeadDocument, { rules: true, lastSlot: true, closedFrom: true });

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
