// @vitest-environment jsdom
import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { JOURNAL_LIMITS } from '@quantalgo/contracts/journal/entry';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearUser, storeUser } from '../../../src/data/auth/currentSession';
import * as backgroundSync from '../../../src/data/core/backgroundSync';
import { writeEntries } from '../../../src/data/journal/write';
import { openOutbox } from '../../../src/data/outbox/database';
import { readOutboxItems } from '../../../src/data/outbox/outbox';
import { SLOT } from '../../support/aSignal';
import { aUser } from '../../support/aUser';

const ada = aUser();

/** Three calls' worth. */
const WRITES = Array.from({ length: 2 * JOURNAL_LIMITS.writes + 1 }, (_, index) => ({
  id: slotId(SLOT + SLOT_MS * index),
  change: { note: 'Imported' },
  saw: {},
  settled: [],
}));

beforeEach(() => storeUser(ada));
afterEach(async () => {
  vi.restoreAllMocks();
  const { database } = await openOutbox();
  await database.items.clear();
  clearUser('logged-out');
});

describe('writeEntries', () => {
  it('queues many writes as calls of the permitted size, in order, with one sync request', async () => {
    const requestSync = vi.spyOn(backgroundSync, 'requestSync').mockResolvedValue(false);
    await writeEntries(ada.id, WRITES);
    const calls = (await readOutboxItems(ada.id)).map(({ content }) =>
      content.kind === 'journal' ? content.writes : [],
    );
    expect(calls.map(({ length }) => length)).toEqual([
      JOURNAL_LIMITS.writes,
      JOURNAL_LIMITS.writes,
      1,
    ]);
    expect(calls.flat()).toEqual(WRITES);
    expect(requestSync).toHaveBeenCalledOnce();
  });

  it('writes nothing if the device fills up halfway', async () => {
    const { database } = await openOutbox();
    const put = database.items.put.bind(database.items);
    vi.spyOn(database.items, 'put').mockImplementation((item) => {
      if (item.seq === 3) throw new DOMException('No room left', 'QuotaExceededError');
      return put(item);
    });
    await expect(writeEntries(ada.id, WRITES)).rejects.toThrow(/^This device is out of storage/);
    expect(await readOutboxItems(ada.id)).toEqual([]);
  });
});
