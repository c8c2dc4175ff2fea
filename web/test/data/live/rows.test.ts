import type { LiveNote } from '@quantalgo/contracts/live/session';
import { expect, it } from 'vitest';
import { MemberDatabase } from '../../../src/data/database/tables';
import { readNewestNoteTime, storeNotes, storeQuestion } from '../../../src/data/live/rows';

const noteAt = (minute: number): LiveNote => {
  const at = new Date(Date.UTC(2026, 10, 20, 14, minute)).toISOString();
  const content = { kind: 'note', text: 'Wait for London' } as const;
  const times = { createdAt: at, updatedAt: at };
  return { id: `note-${minute}`, session: 'session-1', uid: null, gone: null, content, ...times };
};

it('ignores an own question when reading the newest note time', async () => {
  const database = new MemberDatabase('live-rows');
  await database.open();
  await storeNotes(database, [noteAt(1)]);
  await storeQuestion(database, { note: noteAt(50) });
  expect(await readNewestNoteTime(database)).toBe(noteAt(1).updatedAt);
  await storeNotes(database, [noteAt(50)]);
  expect(await readNewestNoteTime(database)).toBe(noteAt(50).updatedAt);
});
