// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OUTBOX_NAME } from '../../../src/data/database/databases';
import { aUser } from '../../support/aUser';

const ada = aUser();
const TICKET = {
  kind: 'settings',
  body: { fullName: 'Ada Obi' },
} as const;

/** A newly loaded page: fresh modules with the same IndexedDB. */
async function freshPage() {
  vi.resetModules();
  const { enqueueItem, discardItems, readOutboxItems, storeItem } =
    await import('../../../src/data/outbox/outbox');
  const { openOutbox, openedOutbox } = await import('../../../src/data/outbox/database');
  return {
    append: enqueueItem,
    discard: discardItems,
    readItems: readOutboxItems,
    openOutbox,
    opened: openedOutbox,
    storeItem,
  };
}

/** Makes the next `times` openings of the outbox fail with this error. */
function failOpenings(times: number, error: DOMException) {
  const real = indexedDB.open.bind(indexedDB);
  let left = times;
  vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
    if (name !== OUTBOX_NAME || left <= 0) return real(name, version);
    left -= 1;
    throw error;
  });
}

const openPlain = () =>
  new Promise<IDBDatabase>((resolve) => {
    const request = indexedDB.open(OUTBOX_NAME);
    request.onsuccess = () => resolve(request.result);
  });

const LOST = new DOMException('Connection to Indexed Database server lost', 'InvalidStateError');

let page: Awaited<ReturnType<typeof freshPage>>;

beforeEach(async () => {
  page = await freshPage();
  await page.append(ada.id, TICKET);
  (await page.openOutbox()).database.close();
  page = await freshPage();
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  const { database } = await page.openOutbox();
  await database.items.clear();
});

describe('opening the outbox', () => {
  it('reopens with its items after the connection was lost', async () => {
    failOpenings(1, LOST);
    expect(await page.readItems(ada.id)).toHaveLength(1);
    expect((await page.openOutbox()).isPersisted).toBe(true);
  });

  it('merges stored items with those added in memory once the disk opens again', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    failOpenings(2, LOST);
    const { id, isPersisted } = await page.append(ada.id, {
      kind: 'settings',
      body: { zone: 'utc' },
    });
    expect(isPersisted).toBe(false);
    expect(await page.readItems(ada.id)).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(30_000);
    vi.useRealTimers();
    await vi.waitFor(() => expect(page.opened.get()?.isPersisted).toBe(true));
    const items = await page.readItems(ada.id);
    expect(items).toHaveLength(2);
    expect(items.at(-1)?.id).toBe(id);
  });

  it('keeps changes made while the in-memory items are moved to the disk', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    failOpenings(2, LOST);
    const zone = { kind: 'settings', body: { zone: 'utc' } } as const;
    const [sent, gone] = [await page.append(ada.id, zone), await page.append(ada.id, zone)];
    let late = '';
    let moving: Promise<unknown> | undefined;
    const meanwhile = async () => {
      late = (await page.append(ada.id, zone)).id;
      const [item] = (await page.readItems(ada.id)).filter(({ id }) => id === sent.id);
      if (item) await page.storeItem({ ...item, state: 'sent' });
      await page.discard(gone.id);
    };
    const awaitMove = () => {
      const spy = vi.spyOn(IDBDatabase.prototype, 'transaction');
      spy.mockImplementation(function (this: IDBDatabase, ...args) {
        spy.mockRestore();
        const isMove = this.name === OUTBOX_NAME && args[1] === 'readwrite';
        if (isMove) moving = meanwhile();
        const made = this.transaction(...args);
        if (!isMove) awaitMove();
        return made;
      });
    };
    awaitMove();
    await vi.advanceTimersByTimeAsync(30_000);
    vi.useRealTimers();
    await vi.waitFor(() => expect(page.opened.get()?.isPersisted).toBe(true));
    await moving;
    await vi.waitFor(async () => {
      const items = await page.readItems(ada.id);
      expect(items.map(({ id, state }) => [id, state])).toEqual(
        expect.arrayContaining([
          [sent.id, 'sent'],
          [late, 'waiting'],
        ]),
      );
      expect(items).toHaveLength(3);
    });
  });

  it('stays on the disk if it opens while the in-memory fallback is loading', async () => {
    // The earlier tests' databases warn when this one is deleted.
    vi.spyOn(console, 'warn').mockReturnValue();
    const holder = await openPlain();
    // Blocked by the open connection, and blocks each later opening.
    indexedDB.deleteDatabase(OUTBOX_NAME);
    vi.doMock('fake-indexeddb', async (importOriginal) => {
      holder.close();
      await vi.waitFor(() => expect(page.opened.get()?.isPersisted).toBe(true));
      return importOriginal();
    });
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const opening = page.openOutbox();
    await vi.advanceTimersByTimeAsync(5000);
    vi.useRealTimers();
    expect((await opening).isPersisted).toBe(true);
    expect(page.opened.get()).toBe(await opening);
    vi.doUnmock('fake-indexeddb');
  });
});
