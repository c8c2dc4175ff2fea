import { SLOT_MS, slotStart } from '@quantalgo/contracts/core/slots';
import type { LedgerEntry } from '@quantalgo/contracts/record/ledger/entry';
import { rebuildCounters } from '@quantalgo/functions/domain/record/record';
import {
  countersWrite,
  entryWrites,
  headWrite,
  type Write,
} from '@quantalgo/functions/platform/record/ledger';
import type { Firestore } from 'firebase-admin/firestore';
import { madeUpLedger } from '../../fixtures/ledger';
import { addOlderSignals } from '../../fixtures/signals';

/** A ledger has about two entries for each signal. */
const ENTRIES_OF_A_SIGNAL = 2;
const AT_ONCE = 5000;

async function write(database: Firestore, writes: readonly Write[]): Promise<void> {
  const writer = database.bulkWriter({ throttling: false });
  for (const [index, { path, data }] of writes.entries()) {
    void writer.set(database.doc(path), data);
    if (index % AT_ONCE === 0) await writer.flush();
  }
  await writer.close();
}

/** The head after these entries, whose next slot is `slot` (epoch ms). */
function headAfter(entries: readonly LedgerEntry[], slot: number) {
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
 * Stores a record of so many entries, which goes on at `slot` (epoch ms): ledger, head, counters and settled signals, as
 * if it had been kept for years.
 */
export async function storeLongRecord(
  database: Firestore,
  count: number,
  slot: number,
): Promise<void> {
  const entries = madeUpLedger(count, 1, slotStart(slot - count * SLOT_MS));
  const head = headAfter(entries, slot);
  const counters = rebuildCounters(entries, head.source);
  await write(database, [
    ...entryWrites(entries),
    headWrite(head),
    countersWrite(counters, slot - SLOT_MS),
  ]);
  await addOlderSignals(database, Math.round(count / ENTRIES_OF_A_SIGNAL), slot);
}
