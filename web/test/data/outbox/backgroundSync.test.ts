// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { askToSendLater, followSyncRequests } from '../../../src/data/outbox/outbox';

/** The worker as pages see it, in a browser that has Background Sync or not. */
function aWorker(registration: object) {
  const container = Object.assign(new EventTarget(), {
    getRegistration: () => Promise.resolve(registration),
  });
  Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
  return container;
}

afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'));

describe('what is to be sent once there is a network', () => {
  it('is told to the browser', async () => {
    const register = vi.fn(() => Promise.resolve());
    aWorker({ sync: { register } });
    askToSendLater('uid-of-ada');
    await vi.waitFor(() => expect(register).toHaveBeenCalledWith('outbox'));
  });

  it('waits for the page alone where the browser has no such thing', () => {
    aWorker({});
    expect(() => askToSendLater('uid-of-ada')).not.toThrow();
    Reflect.deleteProperty(navigator, 'serviceWorker');
    expect(() => askToSendLater('uid-of-ada')).not.toThrow();
  });

  it('is sent when the worker says so, and by no other message', () => {
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
});
