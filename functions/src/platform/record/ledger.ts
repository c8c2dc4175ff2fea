import { slotId } from '@quantalgo/contracts/core/slots';
import type { LedgerEntry, LedgerHead } from '@quantalgo/contracts/record/ledger/entry';
import {
  NO_SIGNALS_SETTLED,
  type PerformanceCounters,
  performanceCountersSchema,
} from '@quantalgo/contracts/record/performance';
import { LADDER_RULES, type LadderRules } from '@quantalgo/contracts/signals/rules';
import {
  isDemonstration,
  type Settlement,
  signalDocumentSchema,
  type Source,
} from '@quantalgo/contracts/signals/signal';
import {
  type DocumentData,
  type DocumentSnapshot,
  FieldValue,
  type Firestore,
  Timestamp,
  type Transaction,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { ledgerHeadDocument } from '../../collections/record';
import type { Head, Publication, SlotStep } from '../../domain/record/record';
import { parseDocument } from '../core/documents';

export const HEAD_PATH = 'ledgerHeads/current';

export const COUNTERS_PATH = 'stats/performance';

/**
 * The ledger's head from its snapshot, null before the first entry.
 * @throws Error when the record is of another source: prices of two markets never share a ledger
 */
export function headOf(snapshot: DocumentSnapshot, source: Source): Head | null {
  if (!snapshot.exists) return null;
  const head = ledgerHeadDocument.parse(snapshot.data());
  if (head.source !== source)
    throw new Error(`The ledger is of the ${head.source} market, not of the ${source} one`);
  return head;
}

/**
 * The rules of all signals of a record, from the snapshot of its head, whatever its source; before a first entry, the
 * rules of a record that would begin now.
 */
export const rulesIn = (snapshot: DocumentSnapshot): LadderRules =>
  snapshot.exists
    ? z.pick(ledgerHeadDocument, { rules: true }).parse(snapshot.data()).rules
    : LADDER_RULES;

/** The rules of the current record, by which signals are published and judged. */
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

/** The counters from their snapshot; before their first change, those of an empty record with this head. */
export function countersOf(
  snapshot: DocumentSnapshot,
  { source, rules }: Pick<Head, 'source' | 'rules'>,
): Counters {
  if (!snapshot.exists) return { ...NO_SIGNALS_SETTLED, source, rules };
  const { updatedAt, ...counters } = performanceCountersSchema.parse(snapshot.data());
  return counters;
}

const headSchema = z.omit(ledgerHeadDocument, { rules: true, lastSlot: true, closedFrom: true });

/** The newest entry of the ledger, null before the first. */
export async function readLedgerHead(firestore: Firestore): Promise<LedgerHead | null> {
  const stored = parseDocument(headSchema, await firestore.doc(HEAD_PATH).get());
  if (!stored) return null;
  const { at, ...head } = stored;
  return { ...head, at: new Date(at).toISOString(), demonstration: isDemonstration(head.source) };
}

/** A document to be written; with `once` it must not exist yet. */
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

/** Writes of ledger entries, one document each. */
export const entryWrites = (entries: readonly LedgerEntry[]): Write[] => entries.map(entryWrite);

/**
 * The signal's document. The server stamps the times of publication and change.
 * @throws ZodError where the document wouldn't be a valid signal
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

/** The writes of a recorded slot (epoch ms): its entries, and its signal or its miss. */
export function slotWrites(slot: number, step: SlotStep, at: number): Write[] {
  const writes = entryWrites(step.entries);
  if (step.state === 'published') return [...writes, signalWrite(step.publication, at)];
  if (step.state === 'closed') return writes;
  const data = { slot: slotId(slot), reason: step.reason, at: timestamp(at) };
  return [...writes, { path: `misses/${slotId(slot)}`, data, once: true }];
}

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
  return { path: COUNTERS_PATH, data, once: false };
}

/** The counters without the time of their last change. */
export type Counters = Omit<PerformanceCounters, 'updatedAt'>;

/** Adds writes to a transaction. A write with `once` fails the transaction where its document exists. */
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
