// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const runSender = vi.fn<(uid: string, stopped: AbortSignal) => Promise<void>>();
vi.mock('../../../src/data/sync/sender', () => ({ runSender }));

const { startOutbox } = await import('../../../src/data/sync/start');

const isBack = () => window.dispatchEvent(new Event('online'));
const settled = () => vi.advanceTimersByTimeAsync(0);

let stop: () => void;

/** Starts the sender where it fails at first; `meanwhile` happens before it has failed. */
async function startFailing(meanwhile: () => void = () => undefined): Promise<void> {
  runSender.mockImplementationOnce(async () => {
    await Promise.resolve();
    meanwhile();
    throw new Error('Failed to fetch dynamically imported module');
  });
  stop = startOutbox('ada');
  await vi.waitFor(() => expect(runSender).toHaveBeenCalled());
  await settled();
}

describe('a sender whose code could not be loaded for want of a network', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    runSender.mockReset().mockResolvedValue();
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  it('is started when the time has come', async () => {
    await startFailing();
    await vi.advanceTimersByTimeAsync(29_000);
    expect(runSender).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(runSender).toHaveBeenCalledTimes(2);
  });

  it('is started as soon as there is one, and then not once more', async () => {
    await startFailing();
    isBack();
    isBack();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(runSender).toHaveBeenCalledTimes(2);
  });

  it('is started at once where the network came back while it failed', async () => {
    await startFailing(isBack);
    expect(runSender).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(runSender).toHaveBeenCalledTimes(2);
  });

  it('is left when nobody wants it any more', async () => {
    await startFailing(() => stop());
    isBack();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(runSender).toHaveBeenCalledTimes(1);
  });
});
