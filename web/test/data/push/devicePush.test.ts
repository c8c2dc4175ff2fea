// @vitest-environment jsdom
import { DAY_MS } from '@quantalgo/contracts/core/time';
import { pushEndpoints } from '@quantalgo/contracts/push/endpoints';
import { DEFAULT_PUSH, type PushDevice } from '@quantalgo/contracts/push/push';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { changeRow, eraseRow } from '../../../src/data/database/plain';
import { PUSH_MESSAGE } from '../../../src/data/core/workerProtocol';
import { PUSH_ROW } from '../../../src/data/database/databases';
import { changePush, enablePush, followPush, syncPush } from '../../../src/data/push/devicePush';
import {
  changePushState,
  EMPTY_STATE,
  PUSH_MUTE_DURATION_MS,
  readPushState,
} from '../../../src/data/push/pushState';
import { call } from '../../../src/data/auth/call';

vi.mock(import('../../../src/data/auth/call'), async (original) => ({
  ...(await original()),
  call: vi.fn(),
}));

const deviceWith = (pausedUntil: string | null): PushDevice => ({
  id: 'a'.repeat(64),
  preferences: DEFAULT_PUSH,
  verdicts: null,
  pausedUntil,
});
const fromNow = (ms: number): string => new Date(Date.now() + ms).toISOString();

let worker: EventTarget;

beforeEach(async () => {
  worker = new EventTarget();
  Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
  vi.mocked(call).mockReset();
  await changePushState(() => EMPTY_STATE);
});
afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'));

describe('the “Mute 1 h” button of a notification', () => {
  /** Simulates the worker's mute message; `pausedUntil` is the pause known to the server. */
  async function mute(pausedUntil: string | null): Promise<string> {
    const until = Date.now() + PUSH_MUTE_DURATION_MS;
    const device = deviceWith(pausedUntil);
    await changePushState((kept) => ({ ...kept, device, mute: { until, came: 0 } }));
    const answer = { ...device, pausedUntil: new Date(until).toISOString() };
    vi.mocked(call).mockResolvedValue({ data: answer });
    await followPush('ada');
    const data = { type: PUSH_MESSAGE.shown, muted: true };
    worker.dispatchEvent(new MessageEvent('message', { data }));
    await new Promise((resolve) => setTimeout(resolve, 50));
    return answer.pausedUntil;
  }

  it.each([
    ['was never paused', () => null],
    ['was muted yesterday', () => fromNow(-DAY_MS)],
    ['had a pause that has ended', () => fromNow(-1)],
  ])('pauses signals on the server too, on a device that %s', async (_, pausedUntil) => {
    const until = await mute(pausedUntil());
    expect(call).toHaveBeenCalledWith(pushEndpoints.changePush, {
      params: { id: 'a'.repeat(64) },
      body: { pausedUntil: until },
    });
    expect((await readPushState()).device?.pausedUntil).toBe(until);
  });

  it('does not shorten a current pause', async () => {
    await mute(fromNow(DAY_MS));
    expect(call).not.toHaveBeenCalled();
  });
});

describe('syncPush', () => {
  const unsubscribe = vi.fn(() => Promise.resolve(true));

  beforeEach(() => {
    unsubscribe.mockClear();
    const subscription = { unsubscribe };
    const pushManager = { getSubscription: () => Promise.resolve(subscription) };
    Object.assign(worker, { getRegistration: () => Promise.resolve({ pushManager }) });
    vi.stubGlobal('PushManager', {});
    vi.stubGlobal('Notification', { permission: 'granted' });
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it('unsubscribes if the member has logged out and no state is left', async () => {
    await eraseRow(PUSH_ROW);
    await syncPush();
    expect(unsubscribe).toHaveBeenCalledOnce();
  });

  it('keeps the subscription if storage can’t be opened', async () => {
    const open = indexedDB.open.bind(indexedDB);
    await new Promise((resolve) => {
      open('of-a-later-version', 2).onsuccess = resolve;
    });
    vi.spyOn(indexedDB, 'open').mockImplementation(() => open('of-a-later-version', 1));
    await syncPush();
    expect(unsubscribe).not.toHaveBeenCalled();
  });

  it('keeps the subscription if this build can’t read the state', async () => {
    await changeRow(PUSH_ROW, () => ({ subscription: 'of another build' }));
    await syncPush();
    expect(unsubscribe).not.toHaveBeenCalled();
  });
});

describe('enablePush', () => {
  /** Grants one lock at a time. */
  const fakeLocks = () => {
    let last: Promise<unknown> = Promise.resolve();
    return {
      request: <T>(_name: string, _options: LockOptions, work: () => Promise<T>) => {
        const result = last.then(work);
        last = result.catch(() => undefined);
        return result;
      },
    };
  };

  afterEach(() => {
    Reflect.deleteProperty(navigator, 'locks');
    vi.unstubAllGlobals();
  });

  it('keeps the new subscription when another tab syncs at the same time', async () => {
    Object.defineProperty(navigator, 'locks', { value: fakeLocks(), configurable: true });
    vi.stubGlobal('PushManager', {});
    vi.stubGlobal('Notification', {
      permission: 'granted',
      requestPermission: () => Promise.resolve('granted'),
    });
    const subscription = {
      options: { applicationServerKey: new Uint8Array([1, 2, 3]).buffer },
      toJSON: () => ({
        endpoint: 'https://push.example/1',
        keys: { p256dh: `BA${'a'.repeat(85)}`, auth: 'A'.repeat(22) },
      }),
      unsubscribe: vi.fn(() => Promise.resolve(true)),
    };
    let current: typeof subscription | null = null;
    const pushManager = {
      getSubscription: () => Promise.resolve(current),
      subscribe: () => Promise.resolve((current = subscription)),
    };
    const registration = { pushManager, getNotifications: () => Promise.resolve([]) };
    Object.assign(worker, {
      ready: Promise.resolve(registration),
      getRegistration: () => Promise.resolve(registration),
    });
    const device = deviceWith(null);
    let answer: (reply: { data: PushDevice }) => void = () => undefined;
    const answered = new Promise<{ data: PushDevice }>((resolve) => {
      answer = resolve;
    });
    vi.mocked(call).mockImplementation((endpoint) =>
      endpoint === pushEndpoints.pushSettings
        ? Promise.resolve({ data: { publicKey: 'AQID', pairs: [] } })
        : answered,
    );
    const enabling = enablePush();
    await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(2));
    const syncing = syncPush();
    await new Promise((resolve) => setTimeout(resolve, 50));
    answer({ data: device });
    expect(await enabling).toEqual(device);
    await syncing;
    expect(subscription.unsubscribe).not.toHaveBeenCalled();
    expect((await readPushState()).subscription?.endpoint).toBe('https://push.example/1');
  });
});

describe('unopened notifications', () => {
  /** Changes a device, to which the server responds with this pause. Returns the unopened count. */
  async function countAfterChange(pausedUntil: string | null): Promise<number> {
    const device = deviceWith(pausedUntil);
    await changePushState((kept) => ({ ...kept, device, unopened: 4 }));
    vi.mocked(call).mockResolvedValue({ data: device });
    await changePush(device, { preferences: DEFAULT_PUSH });
    return (await readPushState()).unopened;
  }

  it('are reset when a pause starts, but not by a past one', async () => {
    expect(await countAfterChange(fromNow(DAY_MS))).toBe(0);
    expect(await countAfterChange(fromNow(-DAY_MS))).toBe(4);
    expect(await countAfterChange(null)).toBe(4);
  });
});

it('gives up if no service worker can be installed', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: () => 'granted' });
  vi.stubGlobal('PushManager', {});
  Object.assign(worker, { ready: new Promise(() => undefined) });
  vi.mocked(call).mockResolvedValue({ data: { publicKey: 'key', pairs: [] } });
  const enabling = expect(enablePush()).rejects.toThrow('No service worker is ready');
  await vi.advanceTimersByTimeAsync(30_000);
  await enabling;
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
