// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { WORKER_REQUEST } from '../../../src/data/core/workerProtocol';
import { ensureKit, kitState } from '../../../src/data/pwa/appState';

const postMessage = vi.fn();
const goOnline = () => window.dispatchEvent(new Event('online'));
const setKitStatus = (status: 'absent' | 'fetching' | 'failed' | 'ready') =>
  kitState.set({ status, done: 0, total: 9 });

let stop: () => void;

describe('ensureKit', () => {
  beforeEach(() => {
    vi.stubGlobal('navigator', { serviceWorker: { controller: { postMessage } } });
    postMessage.mockClear();
    stop = ensureKit();
    setKitStatus('absent');
    setKitStatus('fetching');
  });
  afterEach(() => {
    stop();
    kitState.set(null);
    vi.unstubAllGlobals();
  });

  it('fetches a missing kit once', () => {
    setKitStatus('ready');
    expect(postMessage).toHaveBeenCalledExactlyOnceWith({ type: WORKER_REQUEST.fetchKit });
  });

  it('retries a failed fetch once the network is back', () => {
    setKitStatus('failed');
    expect(postMessage).toHaveBeenCalledTimes(1);
    goOnline();
    expect(postMessage).toHaveBeenCalledTimes(2);
  });

  it('retries once if the network came back before the failure', () => {
    goOnline();
    expect(postMessage).toHaveBeenCalledTimes(1);
    setKitStatus('failed');
    expect(postMessage).toHaveBeenCalledTimes(2);
    setKitStatus('fetching');
    setKitStatus('failed');
    expect(postMessage).toHaveBeenCalledTimes(2);
  });
});
