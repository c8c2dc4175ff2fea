import { unparsedJournalWrite } from '@quantalgo/contracts/core/unparsedEndpoints';
import { journalEndpoints } from '@quantalgo/contracts/journal/endpoints';
import { expect, it } from 'vitest';

it('is written by the registry’s endpoint, but for the schemas of entries', () => {
  const { body: _writes, data: _entries, ...registered } = journalEndpoints.writeJournal;
  expect(unparsedJournalWrite).toMatchObject(registered);
});
