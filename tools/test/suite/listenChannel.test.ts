import { describe, expect, it } from 'vitest';
import { PageChannels } from '../../src/suite/listenChannel';

function createChannel() {
  let hasEnded = false;
  return {
    note: () => undefined,
    get isInUse() {
      return !hasEnded;
    },
    end: () => {
      hasEnded = true;
      return Promise.resolve();
    },
  };
}

describe('PageChannels', () => {
  it('ends the previous channel once the next one is there', () => {
    const [first, second] = [createChannel(), createChannel()];
    const channels = new PageChannels();
    channels.begin()('first', first);
    const add = channels.begin();
    expect(first.isInUse).toBe(true);
    add('second', second);
    expect([first.isInUse, second.isInUse]).toEqual([false, true]);
    expect(channels.get('first')).toBeUndefined();
  });

  it('ends a channel whose response came after that of its successor', () => {
    const [first, second] = [createChannel(), createChannel()];
    const channels = new PageChannels();
    const addFirst = channels.begin();
    const addSecond = channels.begin();
    addSecond('second', second);
    addFirst('first', first);
    expect([first.isInUse, second.isInUse]).toEqual([false, true]);
  });

  it('ends all when the connection is cut', async () => {
    const channel = createChannel();
    const channels = new PageChannels();
    channels.begin()('first', channel);
    await channels.end();
    expect([channel.isInUse, channels.isInUse]).toEqual([false, false]);
  });
});
