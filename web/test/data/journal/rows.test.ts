import { EMPTY_FIELDS, type JournalEntry } from '@quantalgo/contracts/journal/entry';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  readEntries,
  readJournalEntry,
  readJournalPosition,
  storeEntries,
} from '../../../src/data/journal/rows';
import { MemberDatabase } from '../../../src/data/database/tables';

const ID = '20261120T1405Z';
const AT = '2026-11-20T14:10:00.000Z';

const entry = (seq: number, note: string, id = ID): JournalEntry => ({
  ...EMPTY_FIELDS,
  id,
  note,
  status: 'taken',
  conflicts: [],
  seq,
  createdAt: AT,
  updatedAt: AT,
});

let database: MemberDatabase;

beforeEach(async () => {
  database = new MemberDatabase('journal-rows');
  await database.open();
});
afterEach(() => database.delete());

const notes = async () => (await readEntries(database)).map(({ note }) => note);

describe('stored journal entries', () => {
  it('are replaced only by newer versions, and advance the position', async () => {
    await storeEntries(database, [entry(2, 'new')], { after: 2, isComplete: false });
    await storeEntries(database, [entry(1, 'old')]);
    expect(await notes()).toEqual(['new']);
    await storeEntries(database, [entry(3, 'newer')], { after: 3, isComplete: true });
    expect(await notes()).toEqual(['newer']);
    expect(await readJournalPosition(database)).toEqual({ after: 3, isComplete: true });
  });

  it('can be read one at a time', async () => {
    await storeEntries(database, [entry(1, 'calm')]);
    expect((await readJournalEntry(database, ID))?.note).toBe('calm');
    expect(await readJournalEntry(database, '20261120T1500Z')).toBeUndefined();
  });

  it('are read even if another build wrote an unreadable one', async () => {
    await storeEntries(database, [entry(1, 'calm')]);
    await database.journal.put({ id: '20261120T1500Z', status: 'dreamt' });
    expect(await notes()).toEqual(['calm']);
  });
});
