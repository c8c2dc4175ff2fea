// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WORKER_REQUEST } from '../../../src/data/core/workerProtocol';
import { ensureKit, kitState } from '../../../src/data/pwa/appState';

const postMessage = vi.fn();
const isBack = () => window.dispatchEvent(new Event('online'));
const workerSays = (status: 'absent' | 'fetching' | 'failed' | 'ready') =>
  kitState.set({ status, done: 0, total: 9 });

let stop: () => void;

describe('the rest of the app, for offline use', () => {
  beforeEach(() => {
    vi.stubGlobal('navigator', { serviceWorker: { controller: { postMessage } } });
    postMessage.mockClear();
    stop = ensureKit();
    workerSays('absent');
    workerSays('fetching');
  });
  afterEach(() => {
    stop();
    kitState.set(null);
    vi.unstubAllGlobals();
  });

  it('is fetched where it is absent, once', () => {
    workerSays('ready');
    expect(postMessage).toHaveBeenCalledExactlyOnceWith({ type: WORKER_REQUEST.fetchKit });
  });

  it('is fetched again once the network is back', () => {
    workerSays('failed');
    expect(postMessage).toHaveBeenCalledTimes(1);
    isBack();
    expect(postMessage).toHaveBeenCalledTimes(2);
  });

  it('is fetched again, once, where the network came back before that had failed', () => {
    isBack();
    expect(postMessage).toHaveBeenCalledTimes(1);
    workerSays('failed');
    expect(postMessage).toHaveBeenCalledTimes(2);
    workerSays('fetching');
    workerSays('failed');
    expect(postMessage).toHaveBeenCalledTimes(2);
  });
});
