import type { PushPayload } from '@quantalgo/contracts/push/push';
import { toPushedSignal } from '@quantalgo/contracts/signals/pushed';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { MemberDatabase } from '../../src/data/database/tables';
import { SEEN_ROW } from '../../src/data/storage/signalRows';
import { pruneToAudiences } from '../../src/data/storage/signalTable';
import { aSignal, SLOT } from '../support/aSignal';
import { changePushState, EMPTY_STATE, PUSH_MUTE_DURATION_MS } from '../../src/data/push/pushState';

const payload: PushPayload = {
  id: '20261120T1200Z',
  event: 'signal',
  title: 'Pays: EUR/USD CALL',
  body: 'Enter at 13:05, valid until 13:05:30 WAT.',
  to: '/dashboard/signals/20261120T1200Z',
  sentAt: 0,
  until: null,
  silent: false,
  receipt: null,
};
const noGo: PushPayload = { ...payload, title: 'Do nothing: EUR/USD CALL', ended: true };

/** Notifications shown on the device, by tag. */
const notifications = new Map<
  string,
  { readonly title: string; readonly silent: boolean | null }
>();

/** Their data, by tag. */
const notificationData = new Map<string, unknown>();

const registration = {
  showNotification: (title: string, { tag = '', silent = null, data }: NotificationOptions) => {
    notifications.set(tag, { title, silent });
    notificationData.set(tag, data);
    return Promise.resolve();
  },
  getNotifications: ({ tag: sought }: GetNotificationOptions = {}) =>
    Promise.resolve(
      [...notifications.keys()]
        .filter((tag) => sought === undefined || tag === sought)
        .map((tag) => ({
          tag,
          data: notificationData.get(tag),
          close: () => notifications.delete(tag),
        })),
    ),
};
const clients = { matchAll: () => Promise.resolve([]) };
const scope = Object.assign(new EventTarget(), { registration, clients });

beforeAll(async () => {
  vi.stubGlobal('self', scope);
  await import('../../src/worker/push');
});
beforeEach(async () => {
  await changePushState(() => EMPTY_STATE);
  notifications.clear();
});
afterAll(() => {
  vi.unstubAllGlobals();
});

/** Dispatches a push and waits until the worker has handled it. */
async function receive(pushed: PushPayload): Promise<void> {
  const work: Promise<unknown>[] = [];
  const data = { json: () => pushed };
  const waitUntil = (promise: Promise<unknown>) => work.push(promise);
  scope.dispatchEvent(Object.assign(new Event('push'), { data, waitUntil }));
  await Promise.all(work);
}
const mute = () =>
  changePushState((state) => ({
    ...state,
    mute: { until: Date.now() + PUSH_MUTE_DURATION_MS, came: 0 },
  }));

describe('no-go push', () => {
  it('replaces the signal’s notification with its original sound', async () => {
    await receive(payload);
    await receive(noGo);
    expect([...notifications]).toEqual([[noGo.id, { title: noGo.title, silent: false }]]);
  });

  it('replaces the signal’s notification silently while signals are muted', async () => {
    await receive(payload);
    await mute();
    await receive(noGo);
    expect([...notifications]).toEqual([[noGo.id, { title: noGo.title, silent: true }]]);
  });

  it('counts as muted if the signal has no notification', async () => {
    await receive({ ...payload, id: '20261120T1155Z' });
    await mute();
    await receive(noGo);
    expect([...notifications.keys()]).toEqual(['20261120T1155Z', 'muted']);
  });
});

describe('signal push while signals are muted', () => {
  it('updates the muted notification, even if the signal had its own', async () => {
    await receive(payload);
    await mute();
    await receive(payload);
    expect(notifications.get('muted')).toEqual({ title: 'Signals are muted', silent: true });
  });
});

describe('push', () => {
  const MINUTE_MS = 60_000;

  it('closes expired notifications only', async () => {
    const now = Date.now();
    const at = vi.spyOn(Date, 'now').mockReturnValue(now - 10 * MINUTE_MS);
    await receive({ ...payload, id: 'over', until: now - MINUTE_MS });
    await receive({ ...payload, id: 'ticket', event: 'ticket' });
    await receive({ ...payload, id: 'open', until: now + MINUTE_MS });
    at.mockReturnValue(now);
    await receive({ ...payload, id: 'late', until: now - MINUTE_MS });
    expect([...notifications.keys()]).toEqual(['ticket', 'open', 'late']);
    at.mockRestore();
  });

  it('replaces “Pays” silently if the member’s record refutes it', async () => {
    await changePushState((state) => ({ ...state, isRefuted: true }));
    await receive(payload);
    expect([...notifications.values()]).toEqual([
      { title: 'Not enough results: EUR/USD CALL', silent: true },
    ]);
  });

  it('shows only a generic title for a member who is logged out on this device', async () => {
    await receive({ ...payload, member: 'ada' });
    expect([...notifications.values()].map(({ title }) => title)).toEqual(['New notification']);
    notifications.clear();
    await changePushState((state) => ({ ...state, member: 'ada' }));
    await receive({ ...payload, member: 'ada' });
    expect([...notifications.values()].map(({ title }) => title)).toEqual([payload.title]);
  });

  it.each(['hangs', 'fails'])('shows only a generic title if the database %s', async (how) => {
    await changePushState((state) => ({ ...state, member: 'ada' }));
    const open = vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      if (how === 'fails') throw new DOMException('Denied', 'UnknownError');
      return new IDBOpenDBRequest();
    });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const received = receive({ ...payload, member: 'ada' });
    await vi.advanceTimersByTimeAsync(30_000);
    await received;
    vi.useRealTimers();
    open.mockRestore();
    expect([...notifications.values()].map(({ title }) => title)).toEqual(['New notification']);
  });

  it('adds unread notifications to the badge of a closed app', async () => {
    const setAppBadge = vi.fn(() => Promise.resolve());
    Object.assign(navigator, { setAppBadge });
    const database = new MemberDatabase('ada');
    await database.open();
    await pruneToAudiences(database, ['basic']);
    await database.meta.put({ id: SEEN_ROW, at: aSignal().createdAt });
    await changePushState((state) => ({ ...state, member: 'ada', unread: 2 }));
    const signal = toPushedSignal(aSignal(SLOT + 300_000));
    await receive({ ...payload, member: 'ada', signal });
    expect(setAppBadge).toHaveBeenCalledExactlyOnceWith(3);
    await database.delete();
    Reflect.deleteProperty(navigator, 'setAppBadge');
  });
});
