import { parseSlotId } from '@quantalgo/contracts/core/slots';
import { describe, expect, it } from 'vitest';
import { arrangeJournal, toEntryView } from '../../../src/data/journal/entries';
import type { TypedOutboxItem } from '../../../src/data/outbox/item';
import { anItem } from '../outbox/anItem';
import { toSignalDigest } from '../../../src/data/storage/digests';
import { attachRecords } from '../../../src/data/journal/useJournal';
import { aSettlement, aSignal } from '../../support/aSignal';
import { aRow, aView, ID } from './aRow';
import { ADevice, AServer } from './devices';

const LATER = '20261120T1410Z';

const createItem = (
  note: string,
  changes: Partial<TypedOutboxItem<'journal'>> = {},
): TypedOutboxItem<'journal'> => ({
  ...anItem(),
  id: crypto.randomUUID(),
  content: {
    kind: 'journal',
    writes: [{ id: ID, change: { note }, saw: { note: '' }, settled: [] }],
  },
  ...changes,
});

describe('journal views', () => {
  it('sorts newest first and includes unsent changes', () => {
    const unsent = { ...createItem('calm') };
    const views = arrangeJournal([aRow({ seq: 2 }), aRow({ id: LATER, seq: 3 })], [unsent]);
    expect(views.map(({ id, note, delivery }) => [id, note, delivery])).toEqual([
      [LATER, '', 'sent'],
      [ID, 'calm', 'unsent'],
    ]);
  });

  it('includes an entry that exists only in the outbox', () => {
    const [view] = arrangeJournal([], [createItem('calm')]);
    expect(view).toMatchObject({ id: ID, note: 'calm', status: null, record: null });
  });

  it('shows the sent change until the server’s newer entry arrives', () => {
    const sent = createItem('calm', { state: 'sent', seqs: { [ID]: 2 } });
    expect(toEntryView(ID, aRow({ seq: 1 }), [sent]).note).toBe('calm');
    expect(toEntryView(ID, aRow({ seq: 2, note: 'late' }), [sent]).note).toBe('late');
  });

  it('shows the second of two writes if the page sent the first and the worker the second', () => {
    const server = new AServer();
    const phone = new ADevice('phone', server);
    phone.edit(ID, { note: 'calm' });
    phone.edit(ID, { note: 'calm, and late' });
    phone.send('whole');
    phone.send('worker');
    expect(phone.view(ID)).toMatchObject({ note: 'calm, and late', delivery: 'sent' });
    expect(phone.edit(ID, { note: 'late' })).toEqual({ note: 'calm, and late' });
    phone.send('whole');
    expect(server.entries.get(ID)).toMatchObject({ note: 'late', conflicts: [] });
  });

  it('keeps a refused change with its reason', () => {
    const refused = createItem('calm', { state: 'refused', reason: 'A journal is full' });
    const view = toEntryView(ID, aRow({ seq: 2 }), [refused]);
    expect(view).toMatchObject({ note: 'calm', delivery: 'refused' });
    expect(view.refused.map(({ reason }) => reason)).toEqual(['A journal is full']);
  });

  it('shows another device’s value beside the unsent one', () => {
    const view = toEntryView(ID, aRow({ seq: 2, note: 'from the desk' }), [createItem('calm')]);
    expect(view).toMatchObject({ note: 'calm', conflicts: [{ note: 'from the desk' }] });
  });
});

describe('attachRecords', () => {
  const slot = parseSlotId(ID);

  it('attaches the device’s digest if the entry has none or an outdated one', () => {
    const settled = toSignalDigest(aSignal(slot, { settlement: aSettlement(slot) }));
    const open = toSignalDigest(aSignal(slot));
    for (const record of [null, open]) {
      const [view] = attachRecords([aView({ record })], new Map([[ID, settled]]));
      expect(view?.record).toBe(settled);
    }
  });

  it('returns the same entry if its digest has not changed', () => {
    const view = aView();
    const again = toSignalDigest(aSignal(slot, { settlement: aSettlement(slot) }));
    expect(attachRecords([view], new Map([[ID, again]]))[0]).toBe(view);
    expect(attachRecords([view], new Map())[0]).toBe(view);
  });
});
