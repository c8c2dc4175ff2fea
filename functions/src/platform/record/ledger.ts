import { slotId } from '@quantalgo/contracts/core/slots';
import type { LedgerEntry, LedgerHead } from '@quantalgo/contracts/record/ledger/entry';
import {
  EMPTY_PERFORMANCE_COUNTERS,
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
 * @returns null before the first entry
 * @throws Error if the ledger has another source, because it must not mix two markets
 */
export function parseLedgerHead(snapshot: DocumentSnapshot, source: Source): Head | null {
  const head = parseDocument(ledgerHeadDocument, snapshot);
  if (head && head.source !== source)
    throw new Error(`The ledger belongs to the ${head.source} market, not the ${source} one`);
  return head;
}

/**
 * The current rules if the ledger has no entry yet.
 * @throws Error if the ledger belongs to another market
 */
export const parseRules = (head: DocumentSnapshot, source: Source): LadderRules =>
  parseLedgerHead(head, source)?.rules ?? LADDER_RULES;

/** @throws Error if the ledger belongs to another market */
export const readRules = async (database: Firestore, source: Source): Promise<LadderRules> =>
  parseRules(await database.doc(HEAD_PATH).get(), source);

const toSlotId = (slot: number | null) => (slot === null ? null : slotId(slot));

export const toHeadWrite = (head: Head): Write => ({
  path: HEAD_PATH,
  data: {
    ...head,
    at: Timestamp.fromMillis(head.at),
    lastSlot: toSlotId(head.lastSlot),
    closedFrom: toSlotId(head.closedFrom),
  },
  once: false,
});

export function parseCounters(
  snapshot: DocumentSnapshot,
  { source, rules }: Pick<Head, 'source' | 'rules'>,
): Counters {
  const stored = parseDocument(performanceCountersSchema, snapshot);
  if (!stored) return { ...EMPTY_PERFORMANCE_COUNTERS, source, rules };
  const { updatedAt, ...counters } = stored;
  return counters;
}

const headSchema = z.omit(ledgerHeadDocument, { rules: true, lastSlot: true, closedFrom: true });

export async function readLedgerHead(firestore: Firestore): Promise<LedgerHead | null> {
  const stored = parseDocument(headSchema, await firestore.doc(HEAD_PATH).get());
  if (!stored) return null;
  const { at, ...head } = stored;
  return { ...head, at: new Date(at).toISOString(), demonstration: isDemonstration(head.source) };
}

/** `once` makes the transaction fail if the document exists. */
export interface Write {
  readonly path: string;
  readonly data: DocumentData;
  readonly once: boolean;
}

const toEntryWrite = (entry: LedgerEntry): Write => ({
  path: `ledger/${entry.seq}`,
  data: entry,
  once: true,
});

export const toEntryWrites = (entries: readonly LedgerEntry[]): Write[] =>
  entries.map(toEntryWrite);

/**
 * The server sets `publishedAt` and `updatedAt`.
 * @throws ZodError if the document would be invalid
 */
function toSignalWrite(publication: Publication, publishedAt: number): Write {
  const data = {
    ...publication,
    createdAt: Timestamp.fromMillis(publication.createdAt),
    expiresAt: Timestamp.fromMillis(publication.expiresAt),
    publishedAt: Timestamp.fromMillis(publishedAt),
    updatedAt: Timestamp.fromMillis(publishedAt),
    settlement: null,
  };
  signalDocumentSchema.parse(data);
  const serverTimes = {
    updatedAt: FieldValue.serverTimestamp(),
    ...(publication.seeded ? {} : { publishedAt: FieldValue.serverTimestamp() }),
  };
  return { path: `signals/${publication.id}`, data: { ...data, ...serverTimes }, once: true };
}

export function toSlotWrites(slot: number, step: SlotStep, at: number): Write[] {
  const writes = toEntryWrites(step.entries);
  if (step.state === 'published') return [...writes, toSignalWrite(step.publication, at)];
  if (step.state === 'closed') return writes;
  const data = { slot: slotId(slot), reason: step.reason, at: Timestamp.fromMillis(at) };
  return [...writes, { path: `misses/${slotId(slot)}`, data, once: true }];
}

export const toSettlementFields = (settlement: Settlement): DocumentData => ({
  settlement: {
    ...settlement,
    closes: settlement.closes.map(({ at, ...close }) => ({
      at: Timestamp.fromMillis(at),
      ...close,
    })),
    fetchedAt: Timestamp.fromMillis(settlement.fetchedAt),
    settledAt: Timestamp.fromMillis(settlement.settledAt),
  },
  updatedAt: FieldValue.serverTimestamp(),
});

export function toCountersWrite(counters: Counters, at: number): Write {
  const data = { ...counters, updatedAt: Timestamp.fromMillis(at) };
  performanceCountersSchema.parse(data);
  return { path: COUNTERS_PATH, data, once: false };
}

export type Counters = Omit<PerformanceCounters, 'updatedAt'>;

export function applyWrites(
  transaction: Transaction,
  database: Firestore,
  writes: readonly Write[],
): void {
  for (const { path, data, once } of writes) {
    if (once) transaction.create(database.doc(path), data);
    else transaction.set(database.doc(path), data);
  }
}
