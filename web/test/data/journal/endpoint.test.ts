import { unparsedJournalWrite } from '@quantalgo/contracts/core/unparsedEndpoints';
import { journalEndpoints } from '@quantalgo/contracts/journal/endpoints';
import { expect, it } from 'vitest';

it('matches the registry’s journal endpoint except for the entry schemas', () => {
  const { body: _writes, data: _entries, ...registered } = journalEndpoints.writeJournal;
  expect(unparsedJournalWrite).toMatchObject(registered);
});
