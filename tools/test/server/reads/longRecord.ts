import { SLOT_MS, slotStart } from '@quantalgo/contracts/core/slots';
import type { LedgerEntry } from '@quantalgo/contracts/record/ledger/entry';
import { rebuildCounters } from '@quantalgo/functions/domain/record/record';
import {
  toCountersWrite,
  toEntryWrites,
  toHeadWrite,
  type Write,
} from '@quantalgo/functions/platform/record/ledger';
import type { Firestore } from 'firebase-admin/firestore';
import { createFakeLedger } from '../../fixtures/ledger';
import { addOlderSignals } from '../../fixtures/signals';

/** A ledger has about two entries per signal. */
const ENTRIES_PER_SIGNAL = 2;
const BATCH_SIZE = 5000;

async function write(database: Firestore, writes: readonly Write[]): Promise<void> {
  const writer = database.bulkWriter({ throttling: false });
  for (const [index, { path, data }] of writes.entries()) {
    void writer.set(database.doc(path), data);
    if (index % BATCH_SIZE === 0) await writer.flush();
  }
  await writer.close();
}

function buildHead(entries: readonly LedgerEntry[], slot: number) {
  const [first, last] = [entries[0], entries.at(-1)];
  if (first?.type !== 'genesis' || !last) throw new Error('A ledger begins with its genesis');
  const { ledgerId } = first;
  const rules = first.rules;
  const { seq, hash, source } = last;
  return {
    ledgerId,
    rules,
    seq,
    hash,
    at: slot,
    source,
    lastSlot: slot - SLOT_MS,
    closedFrom: null,
  };
}

/**
 * Ledger, head, counters and settled signals, as if recorded for years. The record continues at
 * `slot` (epoch ms).
 */
export async function storeLongRecord(
  database: Firestore,
  count: number,
  slot: number,
): Promise<void> {
  const entries = createFakeLedger(count, 1, slotStart(slot - count * SLOT_MS));
  const head = buildHead(entries, slot);
  const counters = rebuildCounters(entries, head.source);
  await write(database, [
    ...toEntryWrites(entries),
    toHeadWrite(head),
    toCountersWrite(counters, slot - SLOT_MS),
  ]);
  await addOlderSignals(database, Math.round(count / ENTRIES_PER_SIGNAL), slot);
}
