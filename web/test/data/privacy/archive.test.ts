import { readFileSync } from 'node:fs';
import { EMPTY_FIELDS } from '@quantalgo/contracts/journal/entry';
import { journalEndpoints } from '@quantalgo/contracts/journal/endpoints';
import { accountArchiveSchema, accountDataSchema } from '@quantalgo/contracts/privacy/archive';
import { archiveEndpoints } from '@quantalgo/contracts/privacy/endpoints';
import { expect, it, vi } from 'vitest';
import { createMemberArchive } from '../../../src/data/privacy/archive';

interface Reply {
  readonly data: unknown;
}

const { call } = vi.hoisted(() => ({
  call: vi.fn<
    (endpoint: { path: string }, request: { query?: { after?: string } }) => Promise<Reply>
  >(),
}));

vi.mock('../../../src/data/auth/call', () => ({ call }));

const REFERENCE = new URL(
  '../../../../functions/test/server/privacy/exportReference.json',
  import.meta.url,
);

const AT = '2026-11-20T13:45:00.000Z';

const createEntry = (id: string, seq: number) => ({
  id,
  ...EMPTY_FIELDS,
  conflicts: [],
  seq,
  createdAt: AT,
  updatedAt: AT,
});

const JOURNAL = [createEntry('20261120T1340Z', 1), createEntry('20261120T1345Z', 2)];

it('contains every page of the journal', async () => {
  const account = accountDataSchema.parse(JSON.parse(readFileSync(REFERENCE, 'utf8')));
  call.mockImplementation(({ path }, { query }) => {
    if (path === archiveEndpoints.exportAccount.path)
      return Promise.resolve({ data: { ...account, files: [] } });
    if (path !== journalEndpoints.journal.path)
      return Promise.resolve({ data: { signals: [], next: null } });
    const data =
      query?.after === '0'
        ? { entries: JOURNAL.slice(0, 1), next: 1 }
        : { entries: JOURNAL.slice(1), next: null };
    return Promise.resolve({ data });
  });
  const { file, missingCount } = await createMemberArchive(() => undefined);
  const [json = ''] = /\{\n[^]*?\n\}\n/.exec(await file.text()) ?? [];
  expect(accountArchiveSchema.parse(JSON.parse(json)).journal).toEqual(JOURNAL);
  expect(missingCount).toBe(0);
});
