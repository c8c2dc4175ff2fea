// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const runSender = vi.fn<(uid: string, stopped: AbortSignal) => Promise<void>>();
vi.mock('../../../src/data/sync/sender', () => ({ runSender }));

const { startOutbox } = await import('../../../src/data/sync/start');

const goOnline = () => window.dispatchEvent(new Event('online'));
const settle = () => vi.advanceTimersByTimeAsync(0);

let stop: () => void;

/** Starts a sender that fails to load once; `meanwhile` runs just before the failure. */
async function startFailing(meanwhile: () => void = () => undefined): Promise<void> {
  runSender.mockImplementationOnce(async () => {
    await Promise.resolve();
    meanwhile();
    throw new Error('Failed to fetch dynamically imported module');
  });
  stop = startOutbox('ada');
  await vi.waitFor(() => expect(runSender).toHaveBeenCalled());
  await settle();
}

describe('startOutbox after the sender failed to load', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    runSender.mockReset().mockResolvedValue();
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  it('retries after 30 seconds', async () => {
    await startFailing();
    await vi.advanceTimersByTimeAsync(29_000);
    expect(runSender).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1000);
    expect(runSender).toHaveBeenCalledTimes(2);
  });

  it('retries once when the network comes back', async () => {
    await startFailing();
    goOnline();
    goOnline();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(runSender).toHaveBeenCalledTimes(2);
  });

  it('retries at once if the network came back before the failure', async () => {
    await startFailing(goOnline);
    expect(runSender).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(runSender).toHaveBeenCalledTimes(2);
  });

  it('does not retry once stopped', async () => {
    await startFailing(() => stop());
    goOnline();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(runSender).toHaveBeenCalledTimes(1);
  });
});
