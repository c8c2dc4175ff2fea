import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  eraseDatabases,
  getDatabaseName,
  hasMember,
  HEADS_NAME,
  LEDGER_NAME,
  OUTBOX_NAME,
  PUSH_ROW,
  RENEWAL_ROW,
  SHARED_FILE_ROW,
  LOGOUTS_ROW,
} from '../../../src/data/database/databases';
import { changeRow, deleteDatabase, listDatabases } from '../../../src/data/database/plain';

const SURVIVING = [OUTBOX_NAME, LOGOUTS_ROW.database, LEDGER_NAME, HEADS_NAME];
const VISITORS = [PUSH_ROW.database, SHARED_FILE_ROW.database];

const create = (name: string) => changeRow({ database: name, key: 'row' }, () => 1);

beforeEach(async () => {
  for (const name of [...SURVIVING, ...VISITORS]) await create(name);
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const name of await listDatabases()) await deleteDatabase(name);
});

describe('device databases', () => {
  it.each([RENEWAL_ROW.database, getDatabaseName('ada')])(
    'indicate a logged-in member by %s',
    async (name) => {
      expect(await hasMember()).toBe(false);
      await create(name);
      expect(await hasMember()).toBe(true);
    },
  );

  it('count as a member’s if the browser doesn’t list them', async () => {
    vi.spyOn(indexedDB, 'databases').mockRejectedValue(new Error('No list'));
    expect(await hasMember()).toBe(true);
  });

  it('survive a logout only if they contain nothing of the member, or are the outbox', async () => {
    for (const uid of ['ada', 'earlier']) await create(getDatabaseName(uid));
    await create(RENEWAL_ROW.database);
    await create('another-app');
    await eraseDatabases('ada');
    expect((await listDatabases()).sort()).toEqual(['another-app', ...SURVIVING].sort());
  });

  it('are erased by known name if the browser doesn’t list them', async () => {
    await create(getDatabaseName('ada'));
    vi.spyOn(indexedDB, 'databases').mockRejectedValueOnce(new Error('No list'));
    await eraseDatabases('ada');
    expect(await listDatabases()).not.toContain(getDatabaseName('ada'));
  });
});
