import { parseSlotId } from '@quantalgo/contracts/core/slots';
import { EMPTY_FIELDS } from '@quantalgo/contracts/journal/entry';
import { toEntryView, type JournalView } from '../../../src/data/journal/entries';
import type { JournalRow } from '../../../src/data/journal/rows';
import { toSignalDigest } from '../../../src/data/storage/digests';
import { aSettlement, aSignal } from '../../support/aSignal';

export const ID = '20261120T1405Z';

/** An entry on this device: $2 at level 0 of a signal that won there. */
export const aRow = (changes: Partial<JournalRow> = {}): JournalRow => {
  const id = changes.id ?? ID;
  const slot = parseSlotId(id);
  return {
    ...EMPTY_FIELDS,
    id,
    status: 'taken',
    pair: 'EURUSD',
    direction: 'CALL',
    trades: [{ level: 0, stake: 200, price: null, at: null, close: null }],
    conflicts: [],
    seq: 1,
    createdAt: '2026-11-20T14:10:00.000Z',
    updatedAt: '2026-11-20T14:10:00.000Z',
    record: toSignalDigest(aSignal(slot, { settlement: aSettlement(slot) })),
    ...changes,
  };
};

export const aView = (changes: Partial<JournalRow> = {}): JournalView =>
  toEntryView(changes.id ?? ID, aRow(changes), []);
