// @vitest-environment jsdom
import { liveQuery } from 'dexie';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { OUTBOX_NAME } from '../../../src/data/database/databases';
import { awaitRequest, openExisting, runTransaction } from '../../../src/data/database/plain';
import { openOutbox } from '../../../src/data/outbox/database';
import {
  requestBackgroundSync,
  followSyncRequests,
  readOutboxContents,
  retryNow,
} from '../../../src/data/outbox/outbox';
import { addItem } from './addItem';
import { anItem } from './anItem';

/** Stubs the service worker container with a registration. */
function aWorker(registration: object) {
  const container = Object.assign(new EventTarget(), {
    getRegistration: () => Promise.resolve(registration),
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
  return container;
}

afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'));

describe('background sync', () => {
  it('is registered with the browser', async () => {
    const register = vi.fn(() => Promise.resolve());
    aWorker({ sync: { register } });
    requestBackgroundSync('uid-of-ada');
    await vi.waitFor(() => expect(register).toHaveBeenCalledWith('outbox'));
  });

  it('is skipped if the browser does not support it', () => {
    aWorker({});
    expect(() => requestBackgroundSync('uid-of-ada')).not.toThrow();
    Reflect.deleteProperty(navigator, 'serviceWorker');
    expect(() => requestBackgroundSync('uid-of-ada')).not.toThrow();
  });

  it('sends on the worker’s send-outbox message only, until stopped', () => {
    const worker = aWorker({});
    const send = vi.fn();
    const stop = new AbortController();
    followSyncRequests(send, stop.signal);
    for (const type of ['send-outbox', 'kit'])
      worker.dispatchEvent(new MessageEvent('message', { data: { type } }));
    expect(send).toHaveBeenCalledOnce();
    stop.abort();
    worker.dispatchEvent(new MessageEvent('message', { data: { type: 'send-outbox' } }));
    expect(send).toHaveBeenCalledOnce();
  });

  it('updates a page that was frozen while the worker sent the item', async () => {
    await addItem(anItem());
    const { database } = await openOutbox();
    const states: string[] = [];
    const following = liveQuery(() => readOutboxContents(database, anItem().uid)).subscribe(
      ({ items }) => {
        states.push(...items.map(({ state }) => state));
      },
    );
    await vi.waitFor(() => expect(states).toEqual(['waiting']));
    const worker = await openExisting(OUTBOX_NAME);
    if (!worker) throw new Error('There is no outbox');
    await runTransaction(worker, ['items'], 'readwrite', (transaction) =>
      awaitRequest(transaction.objectStore('items').put(anItem({ state: 'sent' }))),
    );
    worker.close();
    await retryNow(anItem().uid);
    await vi.waitFor(() => expect(states.at(-1)).toBe('sent'));
    following.unsubscribe();
    await database.items.clear();
  });
});
