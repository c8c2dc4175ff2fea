// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openOutbox } from '../../../src/data/outbox/database';
import { append, itemsOf, storeItem, removeOldItems } from '../../../src/data/outbox/outbox';
import { forgetUser, storeUser } from '../../../src/data/session/currentSession';
import { fitAudiences, storeSignals } from '../../../src/data/storage/signalTable';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import { aSignal, SLOT } from '../../support/aSignal';
import { aUser } from '../../support/aUser';
import { anItem } from './anItem';

const ada = aUser();
const PROOF = { kind: 'proof', traderId: 'PO-1234' } as const;
const DAY = 24 * 3_600_000;

/** Every write of the outbox fails so often with this error before one succeeds. */
async function failing(times: number, error: DOMException) {
  const { database } = await openOutbox();
  const put = database.items.put.bind(database.items);
  let left = times;
  vi.spyOn(database.items, 'put').mockImplementation((item) => {
    left -= 1;
    if (left >= 0) throw error;
    return put(item);
  });
}

beforeEach(() => storeUser(ada));
afterEach(async () => {
  vi.restoreAllMocks();
  const { database } = await openOutbox();
  await database.items.clear();
  await database.files.clear();
  forgetUser('signed-out');
});

describe('what waits to be sent', () => {
  it('stays when it was refused, however long ago, until its member decides', async () => {
    await storeItem({ ...anItem(), state: 'refused', reason: 'No image', createdAt: 0 });
    await removeOldItems(ada.id, 40 * DAY);
    expect(await itemsOf(ada.id)).toMatchObject([{ state: 'refused', reason: 'No image' }]);
  });

  it('is let go a day after it was sent', async () => {
    await storeItem({ ...anItem(), state: 'sent', createdAt: 0 });
    await removeOldItems(ada.id, DAY + 1);
    expect(await itemsOf(ada.id)).toEqual([]);
  });

  it('is stored on a new connection where the system took the one there was', async () => {
    await failing(
      1,
      new DOMException('Connection to Indexed Database server lost', 'UnknownError'),
    );
    const { id, kept } = await append(ada.id, PROOF);
    expect(kept).toBe(true);
    expect(await itemsOf(ada.id)).toMatchObject([{ id, state: 'waiting' }]);
  });

  it('takes the room of cached signals where there is no other', async () => {
    const hours = Array.from({ length: 400 }, (_, hour) => aSignal(SLOT - hour * 3_600_000));
    await withDatabase(ada.id, async (database) => {
      await fitAudiences(database, ['basic']);
      await storeSignals(database, ['basic'], hours, { receivedAt: SLOT, live: false }, true);
    });
    await failing(1, new DOMException('No room left', 'QuotaExceededError'));
    await append(ada.id, PROOF);
    expect(await itemsOf(ada.id)).toHaveLength(1);
    expect(await withDatabase(ada.id, ({ signals }) => signals.count())).toBeLessThan(330);
  });

  it('is never said to be stored where it is not', async () => {
    await failing(2, new DOMException('No room left', 'QuotaExceededError'));
    await expect(append(ada.id, PROOF)).rejects.toThrow('No room left');
    expect(await itemsOf(ada.id)).toEqual([]);
  });
});
