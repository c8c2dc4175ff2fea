import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Connection, openConnection } from '../../../src/data/firestore/connection';
import { ListenError } from '../../../src/data/firestore/messages';
import { DOCUMENTS } from '../../support/aDocument';
import { channels, type FakeChannel } from '../../support/fakeChannel';

vi.mock('../../../src/data/firestore/channel', () => import('../../support/fakeChannel'));

const USER = { path: 'users/ada' };

const onEnd = vi.fn();
const listener = { onSnapshot: vi.fn(), onError: vi.fn() };

/** A connection that has its token, and what it is connected by. */
async function connected(): Promise<{ connection: Connection; channel: FakeChannel }> {
  const connection = openConnection(Promise.resolve('token'), onEnd);
  await vi.waitFor(() => expect(channels).toHaveLength(1));
  const [channel] = channels;
  if (!channel) throw new Error('No channel was opened');
  return { connection, channel };
}

/** Sends the whole answer to a query: that there is no such document. */
function answer({ bring }: FakeChannel, targetId: number): void {
  bring({ targetChange: { targetChangeType: 'CURRENT', targetIds: [targetId] } });
  bring({ targetChange: { readTime: '2026-11-20T12:00:00Z' } });
}

beforeEach(() => {
  channels.length = 0;
  vi.resetAllMocks();
});

describe('a connection', () => {
  it('asks with the member’s token, for all that was wanted while that was on its way', async () => {
    const connection = openConnection(Promise.resolve('token'), onEnd);
    connection.listen(USER, listener);
    connection.listen({ path: 'status/heartbeat' }, listener);
    expect(channels).toEqual([]);
    await vi.waitFor(() => expect(channels).toHaveLength(1));
    expect(channels[0]?.token).toBe('token');
    expect(channels[0]?.sent).toMatchObject([
      {
        database: 'projects/demo-test/databases/(default)',
        addTarget: { targetId: 1, documents: { documents: [`${DOCUMENTS}/users/ada`] } },
      },
      { addTarget: { targetId: 2 } },
    ]);
  });

  it('tells the server when a listener stops, once', async () => {
    const { connection, channel } = await connected();
    const stop = connection.listen(USER, listener);
    stop();
    stop();
    expect(channel.sent.slice(1)).toMatchObject([{ removeTarget: 1 }]);
  });

  it('ends once, and its listeners hear nothing of it', async () => {
    const { connection, channel } = await connected();
    const stop = connection.listen(USER, listener);
    const error = new ListenError('UNAVAILABLE');
    channel.end(error);
    channel.end(error);
    stop();
    expect(onEnd).toHaveBeenCalledExactlyOnceWith(error);
    expect(listener.onError).not.toHaveBeenCalled();
    expect(channel.sent).toHaveLength(1);
  });

  it('ends where no token can be had', async () => {
    const failure = new Error('The server can’t be reached');
    openConnection(Promise.reject(failure), onEnd);
    await vi.waitFor(() => expect(onEnd).toHaveBeenCalledExactlyOnceWith(failure));
    expect(channels).toEqual([]);
  });

  it('ends where it is sent what it can’t read', async () => {
    const { channel } = await connected();
    channel.bring({ targetChange: 'soon' });
    expect(onEnd).toHaveBeenCalledExactlyOnceWith(new ListenError('DATA_LOSS'));
    expect(channel.isClosed).toBe(true);
  });

  it.each([
    ['as it is', { error: { status: 'UNAUTHENTICATED' } }],
    ['in a list', [{ error: { status: 'UNAUTHENTICATED' } }]],
  ])('ends with the server’s refusal (%s), and its listeners hear nothing', async (_, refusal) => {
    const { connection, channel } = await connected();
    const stop = connection.listen(USER, listener);
    channel.bring(refusal);
    stop();
    expect(onEnd).toHaveBeenCalledExactlyOnceWith(new ListenError('UNAUTHENTICATED'));
    expect(channel.isClosed).toBe(true);
    expect(listener.onError).not.toHaveBeenCalled();
    expect(channel.sent).toHaveLength(1);
  });

  it('leaves out messages of a kind that it doesn’t know', async () => {
    const { channel } = await connected();
    channel.bring({ news: {} });
    expect(onEnd).not.toHaveBeenCalled();
  });

  it('ends where an answer stays away in silence, and not while something arrives', async () => {
    const { connection, channel } = await connected();
    vi.useFakeTimers();
    connection.listen(USER, listener);
    vi.advanceTimersByTime(14_000);
    channel.bring({ targetChange: { targetChangeType: 'ADD', targetIds: [1] } });
    vi.advanceTimersByTime(14_000);
    expect(onEnd).not.toHaveBeenCalled();
    vi.advanceTimersByTime(2000);
    vi.useRealTimers();
    expect(onEnd).toHaveBeenCalledExactlyOnceWith(new ListenError('DEADLINE_EXCEEDED'));
  });

  it('may be silent for long once all is answered', async () => {
    const { connection, channel } = await connected();
    vi.useFakeTimers();
    connection.listen(USER, listener);
    answer(channel, 1);
    vi.advanceTimersByTime(3_600_000);
    const stop = connection.listen({ path: 'status/heartbeat' }, listener);
    stop();
    vi.advanceTimersByTime(3_600_000);
    connection.listen({ path: 'presence/now' }, listener);
    connection.close();
    vi.advanceTimersByTime(3_600_000);
    vi.useRealTimers();
    expect(onEnd).not.toHaveBeenCalled();
  });

  it('that was closed before its token came is never opened', async () => {
    const connection = openConnection(Promise.resolve('token'), onEnd);
    connection.close();
    await Promise.resolve();
    await Promise.resolve();
    expect(channels).toEqual([]);
    expect(onEnd).not.toHaveBeenCalled();
  });

  it('that is closed ends with its channel, which isn’t reported', async () => {
    const { connection, channel } = await connected();
    connection.close();
    channel.end(new ListenError('UNAVAILABLE'));
    expect(channel.isClosed).toBe(true);
    expect(onEnd).not.toHaveBeenCalled();
  });
});

describe('what is fetched', () => {
  it('is what the server has, which then needn’t report it any more', async () => {
    const { connection, channel } = await connected();
    const fetched = connection.fetch(USER);
    answer(channel, 1);
    expect(await fetched).toEqual([]);
    expect(channel.sent.slice(1)).toMatchObject([{ removeTarget: 1 }]);
  });

  it('fails where the server refuses it', async () => {
    const { connection, channel } = await connected();
    const fetched = connection.fetch(USER);
    channel.bring({
      targetChange: { targetChangeType: 'REMOVE', targetIds: [1], cause: { code: 7 } },
    });
    await expect(fetched).rejects.toMatchObject({ isDenied: true });
  });

  it.each(['close', 'end'] as const)('fails with the connection (%s)', async (how) => {
    const { connection, channel } = await connected();
    const fetched = connection.fetch(USER);
    if (how === 'close') connection.close();
    else channel.end(new ListenError('UNAVAILABLE'));
    await expect(fetched).rejects.toThrow(new ListenError('CANCELLED'));
    await expect(connection.fetch(USER)).rejects.toThrow(new ListenError('CANCELLED'));
  });
});
