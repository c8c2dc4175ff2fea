// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ListenError } from '../../../src/data/firestore/messages';
import { forgetUser, storeUser } from '../../../src/data/session/currentSession';
import type { SyncEvent } from '../../../src/data/sync/machine';
import { createStream, type Stream } from '../../../src/data/sync/stream';
import { aUser } from '../../support/aUser';
import { channels, type FakeChannel } from '../../support/fakeChannel';

const tokens = vi.hoisted(() => ({
  current: 'first',
  followers: new Set<(token: string | null) => void>(),
}));

vi.mock('../../../src/data/session/idTokens', () => ({
  idToken: () => Promise.resolve(tokens.current),
  claims: () => Promise.resolve({ sid: 'session' }),
  followIdToken: (follower: (token: string | null) => void) => tokens.followers.add(follower),
  unfollowIdToken: (follower: (token: string | null) => void) => tokens.followers.delete(follower),
}));
vi.mock('../../../src/data/firestore/channel', () => import('../../support/fakeChannel'));

let count = 0;
let told: SyncEvent[];
let stopped: AbortController;
let stream: Stream;

/** The newest connection, once it was asked for everything. */
const listening = (number: number): Promise<FakeChannel> =>
  vi.waitFor(() => {
    const channel = channels[number - 1];
    if (!channel || channel.sent.length < 6) throw new Error('Not all listeners are there yet');
    return channel;
  });

/** The member's token is renewed, in this tab or another. */
function renew(token: string): void {
  tokens.current = token;
  for (const follower of tokens.followers) follower(token);
}

beforeEach(() => {
  channels.length = 0;
  tokens.current = 'first';
  told = [];
  stopped = new AbortController();
  const ada = aUser({ id: `ada-${++count}` });
  storeUser(ada);
  stream = createStream(ada.id, (event) => told.push(event), stopped.signal);
});
afterEach(() => {
  stopped.abort();
  forgetUser('signed-out');
});

describe('the stream', () => {
  it('listens to all by one connection, with the member’s token', async () => {
    stream.connect();
    const { token, sent } = await listening(1);
    expect(token).toBe('first');
    expect(JSON.stringify(sent)).toMatch(/users\/ada.*status\/heartbeat.*signals/);
    expect(channels).toHaveLength(1);
  });

  it('is connected anew with a new token, before the server ends the old one, without a word', async () => {
    stream.connect();
    const first = await listening(1);
    vi.useFakeTimers();
    renew('first');
    vi.advanceTimersByTime(60_000);
    expect(first.isClosed).toBe(false);
    renew('second');
    vi.advanceTimersByTime(5000);
    vi.useRealTimers();
    expect(first.isClosed).toBe(true);
    expect((await listening(2)).token).toBe('second');
    expect(channels).toHaveLength(2);
    expect(told).toEqual([]);
  });

  it('is connected anew once where the new token brings a new access', async () => {
    stream.connect();
    await listening(1);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    renew('second');
    await vi.advanceTimersByTimeAsync(1000);
    stream.connect();
    vi.advanceTimersByTime(60_000);
    vi.useRealTimers();
    const open = () => channels.filter(({ isClosed, sent }) => !isClosed && sent.length > 5);
    await vi.waitFor(() => expect(open()).toMatchObject([{ token: 'second' }]));
    expect(channels).toHaveLength(2);
  });

  it('that ends by itself is reported once, however much was listened to', async () => {
    stream.connect();
    (await listening(1)).end(new ListenError('UNAVAILABLE'));
    expect(told).toEqual([{ type: 'failed' }]);
  });

  it('that is refused asks who the member is', async () => {
    stream.connect();
    (await listening(1)).end(new ListenError('UNAUTHENTICATED'));
    expect(told).toEqual([{ type: 'denied' }]);
  });

  it('says nothing of a connection that another took the place of', async () => {
    stream.connect();
    const first = await listening(1);
    stream.connect();
    await listening(2);
    first.end(new ListenError('UNAVAILABLE'));
    expect(first.isClosed).toBe(true);
    expect(told).toEqual([]);
  });

  it.each(['disconnect', 'stop'])(
    'ends (%s) with its listeners, and renews nothing then',
    async (how) => {
      stream.connect();
      const channel = await listening(1);
      if (how === 'stop') stopped.abort();
      else stream.disconnect();
      expect(channel.isClosed).toBe(true);
      expect(tokens.followers.size).toBe(0);
      renew('second');
      expect(channels).toHaveLength(1);
    },
  );

  it('answers a probe where the server does, also with a refusal', async () => {
    stream.connect();
    const channel = await listening(1);
    stream.probe();
    const targetId = channel.sent.length;
    expect(JSON.stringify(channel.sent.at(-1))).toContain('stats/performance');
    channel.bring({
      targetChange: { targetChangeType: 'REMOVE', targetIds: [targetId], cause: { code: 7 } },
    });
    await Promise.resolve();
    expect(told).toEqual([]);
  });

  it('is silent where none is open; one that ends during the probe has failed', async () => {
    stream.probe();
    expect(told).toEqual([{ type: 'silent' }]);
    stream.connect();
    const channel = await listening(1);
    stream.probe();
    channel.end(new ListenError('UNAVAILABLE'));
    await new Promise((resolve) => setTimeout(resolve));
    expect(told).toEqual([{ type: 'silent' }, { type: 'failed' }]);
  });
});
