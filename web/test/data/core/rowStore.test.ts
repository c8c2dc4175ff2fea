// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest';
import { deleteDatabase } from '../../../src/data/core/databases';
import { changeRow, eraseRow, readRow } from '../../../src/data/core/rowStore';

const PLACE = { database: 'quantalgo-row', store: 'rows', key: 'only' } as const;

const exists = async () =>
  (await indexedDB.databases()).some(({ name }) => name === PLACE.database);

const plusOne = (row: unknown) => (typeof row === 'number' ? row + 1 : 1);

afterEach(() => deleteDatabase(PLACE.database));

describe('a row that page and worker share', () => {
  it('is what was written last', async () => {
    expect(await changeRow(PLACE, () => 'first')).toBe('first');
    await changeRow(PLACE, () => 'second', 'strict');
    expect(await readRow(PLACE)).toBe('second');
  });

  it('comes to be by writing alone', async () => {
    expect(await readRow(PLACE)).toBeUndefined();
    await eraseRow(PLACE);
    expect(await exists()).toBe(false);
    await changeRow(PLACE, plusOne);
    expect(await exists()).toBe(true);
  });

  it('loses no change of those that come at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => changeRow(PLACE, plusOne)));
    expect(await readRow(PLACE)).toBe(20);
  });

  it('stays as it was where the change fails', async () => {
    await changeRow(PLACE, plusOne);
    const failing = changeRow(PLACE, () => {
      throw new Error('No');
    });
    await expect(failing).rejects.toThrow('can’t be written');
    expect(await readRow(PLACE)).toBe(1);
  });

  it('goes when it is erased', async () => {
    await changeRow(PLACE, plusOne);
    await eraseRow(PLACE);
    expect(await readRow(PLACE)).toBeUndefined();
  });

  it('holds up no sign-out that deletes its database', async () => {
    await Promise.all([changeRow(PLACE, plusOne), readRow(PLACE)]);
    await deleteDatabase(PLACE.database);
    expect(await exists()).toBe(false);
  });
});
