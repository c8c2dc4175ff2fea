import type { PushPayload } from '@quantalgo/contracts/push/push';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
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

/** The notifications that stand on the device: each by its tag, in the place of the one before. */
const standing = new Map<string, { readonly title: string; readonly silent: boolean | null }>();

/** What each of them carries. */
const carried = new Map<string, unknown>();

const registration = {
  showNotification: (title: string, { tag = '', silent = null, data }: NotificationOptions) => {
    standing.set(tag, { title, silent });
    carried.set(tag, data);
    return Promise.resolve();
  },
  getNotifications: ({ tag: sought }: GetNotificationOptions = {}) =>
    Promise.resolve(
      [...standing.keys()]
        .filter((tag) => sought === undefined || tag === sought)
        .map((tag) => ({ tag, data: carried.get(tag), close: () => standing.delete(tag) })),
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
  standing.clear();
});
afterAll(() => {
  vi.unstubAllGlobals();
});

/** Has the worker handle a push. */
async function receive(pushed: PushPayload): Promise<void> {
  const work: Promise<unknown>[] = [];
  const data = { json: () => pushed };
  const waitUntil = (promise: Promise<unknown>) => work.push(promise);
  scope.dispatchEvent(Object.assign(new Event('push'), { data, waitUntil }));
  await Promise.all(work);
}
const mute = () =>
  changePushState((kept) => ({
    ...kept,
    mute: { until: Date.now() + PUSH_MUTE_DURATION_MS, came: 0 },
  }));

describe('that a signal is a "no go"', () => {
  it('takes the place of "Enter at …", as loud as it was sent', async () => {
    await receive(payload);
    await receive(noGo);
    expect([...standing]).toEqual([[noGo.id, { title: noGo.title, silent: false }]]);
  });

  it('takes it also while signals are muted, without a sound', async () => {
    await receive(payload);
    await mute();
    await receive(noGo);
    expect([...standing]).toEqual([[noGo.id, { title: noGo.title, silent: true }]]);
  });

  it('stays on the muted line where no notification of that signal stands', async () => {
    await receive({ ...payload, id: '20261120T1155Z' });
    await mute();
    await receive(noGo);
    expect([...standing.keys()]).toEqual(['20261120T1155Z', 'muted']);
  });
});

describe('a signal that comes while signals are muted', () => {
  it('is one more on their line, also in the place of its own', async () => {
    await receive(payload);
    await mute();
    await receive(payload);
    expect(standing.get('muted')).toEqual({ title: 'Signals are muted', silent: true });
  });
});

describe('a push', () => {
  const MINUTE_MS = 60_000;

  it('takes away notifications whose time is over, and leaves the others', async () => {
    const now = Date.now();
    const at = vi.spyOn(Date, 'now').mockReturnValue(now - 10 * MINUTE_MS);
    await receive({ ...payload, id: 'over', until: now - MINUTE_MS });
    await receive({ ...payload, id: 'ticket', event: 'ticket' });
    await receive({ ...payload, id: 'open', until: now + MINUTE_MS });
    at.mockReturnValue(now);
    await receive({ ...payload, id: 'late', until: now - MINUTE_MS });
    expect([...standing.keys()]).toEqual(['ticket', 'open', 'late']);
    at.mockRestore();
  });

  it('doesn’t say “Pays” where the member’s record refutes it, and makes no sound', async () => {
    await changePushState((state) => ({ ...state, isRefuted: true }));
    await receive(payload);
    expect([...standing.values()]).toEqual([
      { title: 'Not enough results: EUR/USD CALL', silent: true },
    ]);
  });

  it('of a member who has signed out here says only that there is news', async () => {
    await receive({ ...payload, member: 'ada' });
    expect([...standing.values()].map(({ title }) => title)).toEqual(['New notification']);
    standing.clear();
    await changePushState((kept) => ({ ...kept, member: 'ada' }));
    await receive({ ...payload, member: 'ada' });
    expect([...standing.values()].map(({ title }) => title)).toEqual([payload.title]);
  });

  it.each(['hangs', 'fails'])('says only that there is news while the database %s', async (how) => {
    await changePushState((kept) => ({ ...kept, member: 'ada' }));
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
    expect([...standing.values()].map(({ title }) => title)).toEqual(['New notification']);
  });
});
