import { journalEndpoints } from '@quantalgo/contracts';
import { expect, it } from 'vitest';
import { WRITE_JOURNAL } from '../../../src/data/sync/deliver';

it('is written by the registry’s endpoint, but for the schemas of entries', () => {
  const { body: _writes, data: _entries, ...registered } = journalEndpoints.writeJournal;
  expect(WRITE_JOURNAL).toMatchObject(registered);
});
