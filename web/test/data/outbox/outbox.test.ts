// @vitest-environment jsdom
import { DAY_MS } from '@quantalgo/contracts/core/time';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clockOffset, recordServerTime } from '../../../src/data/core/clock';
import { eraseOutbox } from '../../../src/data/database/databases';
import { openOutbox } from '../../../src/data/outbox/database';
import { expireForeignItems, removeForeignItems } from '../../../src/data/outbox/foreignItems';
import { confirmItems } from '../../../src/data/outbox/notice';
import {
  enqueueItem,
  enqueueItems,
  readOutboxItems,
  removeOldItems,
  retryNow,
  storeItem,
  retryItem,
  readUnsentItems,
} from '../../../src/data/outbox/outbox';
import { clearUser, storeUser } from '../../../src/data/auth/currentSession';
import { pruneToAudiences, storeSignals } from '../../../src/data/storage/signalTable';
import { withDatabase } from '../../../src/data/storage/memberDatabase';
import { aSignal, createBatch, SLOT } from '../../support/aSignal';
import { aUser } from '../../support/aUser';
import { addItem } from './addItem';
import { anItem } from './anItem';

const ada = aUser();
const PROOF = { kind: 'proof', traderId: 'PO-1234' } as const;

/** Makes the next `times` writes to the outbox fail with this error. */
async function failWrites(times: number, error: DOMException) {
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
  clearUser('logged-out');
});

describe('outbox items', () => {
  it('keeps a refused item of any age until the member decides', async () => {
    await addItem({ ...anItem(), state: 'refused', reason: 'No image', createdAt: 0 });
    await removeOldItems(ada.id, 40 * DAY_MS);
    expect(await readOutboxItems(ada.id)).toMatchObject([{ state: 'refused', reason: 'No image' }]);
  });

  it.each(['waiting', 'refused'] as const)(
    'deletes another member’s %s item with its file 30 days after it was created',
    async (state) => {
      const item = anItem({ uid: 'uid-of-ben', state, createdAt: 0 });
      await addItem(item);
      const { database } = await openOutbox();
      const file = { id: item.id, type: 'image/png', bytes: new ArrayBuffer(1) };
      await database.files.put(file);
      await removeForeignItems('uid-of-ben', 40 * DAY_MS);
      await removeForeignItems(ada.id, 30 * DAY_MS);
      expect(await database.files.count()).toBe(1);
      await removeForeignItems(ada.id, 30 * DAY_MS + 1);
      expect([await database.items.count(), await database.files.count()]).toEqual([0, 0]);
    },
  );

  it('keeps another member’s item for 30 days after they confirmed it', async () => {
    await addItem(anItem({ uid: 'uid-of-ben', createdAt: 0, confirmedAt: 7 * DAY_MS }));
    await removeForeignItems(ada.id, 37 * DAY_MS);
    expect(await readOutboxItems('uid-of-ben')).toHaveLength(1);
    await removeForeignItems(ada.id, 37 * DAY_MS + 1);
    expect(await readOutboxItems('uid-of-ben')).toEqual([]);
  });

  it('keeps another member’s item until the device’s clock was measured', async () => {
    await addItem(anItem({ uid: 'uid-of-ben', createdAt: Date.now() }));
    await addItem(anItem({ id: crypto.randomUUID(), uid: 'uid-of-ben', createdAt: 0 }));
    const controller = new AbortController();
    const serverTime = Date.now();
    vi.spyOn(Date, 'now').mockReturnValue(serverTime + 40 * DAY_MS);
    expireForeignItems(ada.id, controller.signal);
    await enqueueItem(ada.id, PROOF);
    expect(await readOutboxItems('uid-of-ben')).toHaveLength(2);
    recordServerTime(serverTime, Date.now(), Date.now());
    await vi.waitFor(async () => expect(await readOutboxItems('uid-of-ben')).toHaveLength(1));
    controller.abort();
    clockOffset.set(null);
  });

  it('deletes an item a day after it was sent, regardless of its age', async () => {
    await addItem(anItem({ state: 'sent', createdAt: 0, sentAt: 3 * DAY_MS }));
    await removeOldItems(ada.id, 4 * DAY_MS);
    expect(await readOutboxItems(ada.id)).toHaveLength(1);
    await removeOldItems(ada.id, 4 * DAY_MS + 1);
    expect(await readOutboxItems(ada.id)).toEqual([]);
  });

  it('stores an item on a new connection if the old one was lost', async () => {
    await failWrites(
      1,
      new DOMException('Connection to Indexed Database server lost', 'UnknownError'),
    );
    const { id, isPersisted } = await enqueueItem(ada.id, PROOF);
    expect(isPersisted).toBe(true);
    expect(await readOutboxItems(ada.id)).toMatchObject([{ id, state: 'waiting' }]);
  });

  it('evicts cached signals if storage is full', async () => {
    const hours = Array.from({ length: 400 }, (_, hour) => aSignal(SLOT - hour * 3_600_000));
    await withDatabase(ada.id, async (database) => {
      await pruneToAudiences(database, ['basic']);
      await storeSignals(
        database,
        ['basic'],
        createBatch(...hours),
        { receivedAt: SLOT, live: false },
        true,
      );
    });
    await failWrites(1, new DOMException('No room left', 'QuotaExceededError'));
    await enqueueItem(ada.id, PROOF);
    expect(await readOutboxItems(ada.id)).toHaveLength(1);
    expect(await withDatabase(ada.id, ({ signals }) => signals.count())).toBeLessThan(330);
  });

  it('rejects the enqueue if the item can’t be stored', async () => {
    await failWrites(2, new DOMException('No room left', 'QuotaExceededError'));
    await expect(enqueueItem(ada.id, PROOF)).rejects.toThrow('No room left');
    expect(await readOutboxItems(ada.id)).toEqual([]);
  });

  it('queues several items in order, after those already there', async () => {
    const { id } = await enqueueItem(ada.id, PROOF);
    const closes = ['a', 'b', 'c'].map((ticketId) => ({ kind: 'close', ticketId }) as const);
    await enqueueItems(ada.id, closes);
    expect(await readOutboxItems(ada.id)).toMatchObject([
      { id, seq: 1 },
      ...closes.map((content, index) => ({ content, seq: index + 2 })),
    ]);
  });

  it('queues none of several items if one can’t be stored', async () => {
    const { database } = await openOutbox();
    const put = database.items.put.bind(database.items);
    vi.spyOn(database.items, 'put').mockImplementation((item) => {
      if (item.seq === 2) throw new DOMException('No room left', 'QuotaExceededError');
      return put(item);
    });
    await expect(enqueueItems(ada.id, [PROOF, PROOF, PROOF])).rejects.toThrow('No room left');
    expect(await readOutboxItems(ada.id)).toEqual([]);
  });

  it('keeps the order of writes when the device’s clock is set back', async () => {
    const first = await enqueueItem(ada.id, {
      kind: 'settings',
      body: { fullName: 'Older Choice' },
    });
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 3_600_000);
    const second = await enqueueItem(ada.id, {
      kind: 'settings',
      body: { fullName: 'Newer Choice' },
    });
    expect((await readOutboxItems(ada.id)).map(({ id }) => id)).toEqual([first.id, second.id]);
  });

  it('keeps the server’s retry delay when the network comes back', async () => {
    await addItem(anItem({ nextAttemptAt: 5, notBefore: 7 }));
    await retryNow(ada.id);
    expect(await readOutboxItems(ada.id)).toMatchObject([{ nextAttemptAt: 0, notBefore: 7 }]);
  });

  it('resets the attempts when the network comes back', async () => {
    await addItem(anItem({ attempts: 9, nextAttemptAt: 5 }));
    await retryNow(ada.id);
    expect(await readOutboxItems(ada.id)).toMatchObject([{ attempts: 0, nextAttemptAt: 0 }]);
  });

  it('keeps a later version’s fields and leaves unreadable rows untouched', async () => {
    const { database } = await openOutbox();
    const content = { ...PROOF, remark: 'new' };
    const later = { ...anItem({ nextAttemptAt: 5, content }), urgency: 'high' };
    const id = crypto.randomUUID();
    const unreadable = { ...anItem({ id, nextAttemptAt: 5 }), state: 'paused' };
    const sent = { ...anItem({ id: crypto.randomUUID(), state: 'sent' }), answer: 'thanks' };
    await database.items.bulkPut([later, unreadable, sent]);
    await retryNow(ada.id);
    expect(await database.items.toArray()).toEqual(
      expect.arrayContaining([{ ...later, nextAttemptAt: 0 }, unreadable, sent]),
    );
    await storeItem(anItem({ attempts: 1 }));
    const attempted = { ...later, attempts: 1, nextAttemptAt: 0 };
    expect(await database.items.get(later.id)).toEqual(attempted);
  });

  it('counts and keeps the member’s items that another version wrote', async () => {
    const { database } = await openOutbox();
    const row = { ...anItem(), content: { kind: 'of a later version' } };
    await database.items.put(row);
    expect(await readUnsentItems(ada.id)).toMatchObject({ items: [], unreadable: [anItem().id] });
    await removeOldItems(ada.id, Number.MAX_SAFE_INTEGER);
    await removeForeignItems(ada.id, Number.MAX_SAFE_INTEGER);
    expect(await database.items.count()).toBe(1);
    await removeForeignItems('uid-of-ben', Number.MAX_SAFE_INTEGER);
    expect(await database.items.count()).toBe(0);
  });

  it('stores the member’s confirmation to send', async () => {
    await addItem(anItem());
    await confirmItems(await readOutboxItems(ada.id));
    expect((await readOutboxItems(ada.id))[0]?.confirmedAt).toBeGreaterThan(0);
  });

  it('keeps the final state when a suspended tab writes an outdated item', async () => {
    await addItem(anItem({ state: 'sent' }));
    expect(await storeItem(anItem({ attempts: 1 }))).toBe(false);
    await retryItem(anItem({ state: 'refused' }));
    await confirmItems([anItem({ attempts: 1 })]);
    expect(await readOutboxItems(ada.id)).toMatchObject([{ state: 'sent', attempts: 0 }]);
  });

  it('does not restore a discarded item on confirmation', async () => {
    await confirmItems([anItem()]);
    expect(await readOutboxItems(ada.id)).toEqual([]);
  });

  it('makes a refused item pending when the member retries it', async () => {
    await addItem(anItem({ state: 'refused', reason: 'No image', attempts: 3 }));
    await retryItem(anItem({ state: 'refused', reason: 'No image', attempts: 3 }));
    expect(await readOutboxItems(ada.id)).toMatchObject([
      { state: 'waiting', reason: null, attempts: 0 },
    ]);
  });

  it('erases only the items and files of the member who logs out', async () => {
    await enqueueItem(ada.id, PROOF, { type: 'image/png', bytes: new Uint8Array([1]).buffer });
    const { id } = await enqueueItem('uid-of-ben', PROOF, {
      type: 'image/png',
      bytes: new Uint8Array([2]).buffer,
    });
    await eraseOutbox(ada.id);
    expect(await readOutboxItems(ada.id)).toEqual([]);
    expect(await readOutboxItems('uid-of-ben')).toMatchObject([{ id }]);
    const { database } = await openOutbox();
    expect(await database.files.toArray()).toMatchObject([{ id }]);
    await eraseOutbox('uid-of-ben');
    expect(await database.items.count()).toBe(0);
  });
});
