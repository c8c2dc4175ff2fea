// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import {
  awaitRequest,
  changeRow,
  changeRows,
  deleteDatabase,
  eraseRow,
  listDatabases,
  readRow,
  readRows,
} from '../../../src/data/database/plain';

const NAME = 'quantalgo-row';
const PLACE = { database: NAME, key: 'only' } as const;

const exists = async () => (await listDatabases()).includes(NAME);

const plusOne = (row: unknown) => (typeof row === 'number' ? row + 1 : 1);

afterEach(() => deleteDatabase(NAME));

describe('a row shared by page and worker', () => {
  it('returns what was written last', async () => {
    expect(await changeRow(PLACE, () => 'first')).toBe('first');
    await changeRow(PLACE, () => 'second', 'strict');
    expect(await readRow(PLACE)).toBe('second');
  });

  it('creates its database only when it is written', async () => {
    expect(await readRow(PLACE)).toBeUndefined();
    await eraseRow(PLACE);
    expect(await readRows(NAME, (rows) => awaitRequest(rows.getAll()))).toBeUndefined();
    expect(await exists()).toBe(false);
    await changeRow(PLACE, plusOne);
    expect(await exists()).toBe(true);
  });

  it('applies all of several concurrent changes', async () => {
    await Promise.all(Array.from({ length: 20 }, () => changeRow(PLACE, plusOne)));
    expect(await readRow(PLACE)).toBe(20);
  });

  it('is undefined once it is erased', async () => {
    await changeRow(PLACE, plusOne);
    await eraseRow(PLACE, (row) => row === 2);
    expect(await readRow(PLACE)).toBe(1);
    await eraseRow(PLACE);
    expect(await readRow(PLACE)).toBeUndefined();
  });

  it('doesn’t block the deletion of its database', async () => {
    await Promise.all([changeRow(PLACE, plusOne), readRow(PLACE)]);
    await deleteDatabase(NAME);
    expect(await exists()).toBe(false);
  });
});

describe('a transaction', () => {
  it('rolls back and rejects if its work fails', async () => {
    await changeRow(PLACE, plusOne);
    const failing = changeRows(NAME, async (rows) => {
      await awaitRequest(rows.put(2, PLACE.key));
      throw new Error('The work failed');
    });
    await expect(failing).rejects.toThrow('The work failed');
    expect(await readRow(PLACE)).toBe(1);
  });

  it('rejects if the browser refuses a request', async () => {
    await changeRow(PLACE, plusOne);
    const failing = changeRows(NAME, (rows) => awaitRequest(rows.add(2, PLACE.key)));
    await expect(failing).rejects.toThrow('The database operation failed');
    expect(await readRow(PLACE)).toBe(1);
  });
});
