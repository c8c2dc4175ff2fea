import {
  NO_SIGNALS_SETTLED,
  firestoreTime,
  performanceCountersSchema,
  sha256Schema,
  slotId,
  slotIdSchema,
  slotStartOfId,
  sourceSchema,
  type Source,
} from '@quantalgo/contracts';
import { Timestamp, type DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import type { Head } from '../../domain/record';
import type { Counters, Write } from './writes';

export const HEAD_PATH = 'ledgerHeads/current';
export const COUNTERS_PATH = 'stats/performance';

const slotOfId = z.pipe(slotIdSchema, z.transform(slotStartOfId));

const headDocumentSchema = z.object({
  ledgerId: z.string(),
  seq: z.int(),
  hash: sha256Schema,
  at: firestoreTime,
  source: sourceSchema,
  lastSlot: z.nullable(slotOfId),
  closedFrom: z.nullable(slotOfId),
});

/**
 * The head that a snapshot holds, null before the first entry.
 * @throws Error when the record is of another source: prices of two markets never share a ledger.
 */
export function headOf(snapshot: DocumentSnapshot, source: Source): Head | null {
  if (!snapshot.exists) return null;
  const head = headDocumentSchema.parse(snapshot.data());
  if (head.source !== source)
    throw new Error(`The ledger is of the ${head.source} market, not of the ${source} one`);
  return head;
}

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

/** The counters that a snapshot holds; before the first change, those of an empty record. */
export function countersOf(snapshot: DocumentSnapshot, source: Source): Counters {
  if (!snapshot.exists) return { ...NO_SIGNALS_SETTLED, source };
  const { updatedAt, ...counters } = performanceCountersSchema.parse(snapshot.data());
  return counters;
}
