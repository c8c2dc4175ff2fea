import {
  type LedgerEntry,
  type PerformanceCounters,
  performanceCountersSchema,
  type Settlement,
  signalDocumentSchema,
  slotId,
} from '@quantalgo/contracts';
import {
  type DocumentData,
  FieldValue,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import type { Publication, SlotStep } from '../../domain/record';

/** A document to be written; one that is made `once` must not be there yet. */
export interface Write {
  readonly path: string;
  readonly data: DocumentData;
  readonly once: boolean;
}

const timestamp = (at: number) => Timestamp.fromMillis(at);

const entryWrite = (entry: LedgerEntry): Write => ({
  path: `ledger/${entry.seq}`,
  data: entry,
  once: true,
});

/** The entries of the ledger, each a document of its own. */
export const entryWrites = (entries: readonly LedgerEntry[]): Write[] => entries.map(entryWrite);

/**
 * The signal's document. The server stamps the times of publication and change.
 * @throws ZodError when the document would not be a signal.
 */
function signalWrite(publication: Publication, publishedAt: number): Write {
  const data = {
    ...publication,
    createdAt: timestamp(publication.createdAt),
    expiresAt: timestamp(publication.expiresAt),
    publishedAt: timestamp(publishedAt),
    updatedAt: timestamp(publishedAt),
    settlement: null,
  };
  signalDocumentSchema.parse(data);
  const stamps = {
    updatedAt: FieldValue.serverTimestamp(),
    ...(publication.seeded ? {} : { publishedAt: FieldValue.serverTimestamp() }),
  };
  return { path: `signals/${publication.id}`, data: { ...data, ...stamps }, once: true };
}

/** What a recorded slot (epoch ms) leaves behind: entries, and its signal or the note that it was missed. */
export function slotWrites(slot: number, step: SlotStep, at: number): Write[] {
  const writes = entryWrites(step.entries);
  if (step.state === 'published') return [...writes, signalWrite(step.publication, at)];
  if (step.state === 'closed') return writes;
  const data = { slot: slotId(slot), reason: step.reason, at: timestamp(at) };
  return [...writes, { path: `misses/${slotId(slot)}`, data, once: true }];
}

/** `status/heartbeat`: what became of the newest slot (epoch ms). */
export const heartbeatWrite = (slot: number, { state }: SlotStep): Write => ({
  path: 'status/heartbeat',
  data: { slot: slotId(slot), state, at: FieldValue.serverTimestamp() },
  once: false,
});

/** The fields that a settlement changes in its signal's document. */
export const settlementFields = (settlement: Settlement): DocumentData => ({
  settlement: {
    ...settlement,
    closes: settlement.closes.map(({ at, ...close }) => ({ at: timestamp(at), ...close })),
    fetchedAt: timestamp(settlement.fetchedAt),
    settledAt: timestamp(settlement.settledAt),
  },
  updatedAt: FieldValue.serverTimestamp(),
});

/** `stats/performance` with these counters. `at` in epoch ms. */
export function countersWrite(counters: Counters, at: number): Write {
  const data = { ...counters, updatedAt: timestamp(at) };
  performanceCountersSchema.parse(data);
  return { path: 'stats/performance', data, once: false };
}

/** The counters, but for the time of their last change. */
export type Counters = Omit<PerformanceCounters, 'updatedAt'>;

/** Adds writes to a transaction. One of a document made `once` fails the transaction where it is there already. */
export function applyIn(
  transaction: Transaction,
  database: Firestore,
  writes: readonly Write[],
): void {
  for (const { path, data, once } of writes) {
    if (once) transaction.create(database.doc(path), data);
    else transaction.set(database.doc(path), data);
  }
}
