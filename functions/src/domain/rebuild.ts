import {
  NO_SIGNALS_SETTLED,
  countSettlement,
  type LedgerEntry,
  type PerformanceCounters,
  type Source,
} from '@quantalgo/contracts';

/**
 * The counters of a record, counted again from its ledger alone: the very ones that settlement after settlement left
 * behind.
 * @param entries in the ledger's order
 */
export function rebuildCounters(
  entries: Iterable<LedgerEntry>,
  source: Source,
): Omit<PerformanceCounters, 'updatedAt'> {
  let counters = { ...NO_SIGNALS_SETTLED, source };
  for (const entry of entries) {
    if (entry.type === 'settlement') counters = countSettlement(counters, entry.signal, entry);
    if (entry.type === 'miss') counters = { ...counters, missedSlots: counters.missedSlots + 1 };
  }
  return counters;
}
