// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { aUser } from '../../support/aUser';

const runAmongTabs = vi.fn<(uid: string, load: unknown, stopped: AbortSignal) => void>();
vi.mock('../../../src/data/sync/tabs', () => ({ runAmongTabs }));

const { beginSync, startSync } = await import('../../../src/data/sync/start');

const ada = aUser({ id: 'ada' });
const eve = aUser({ id: 'eve' });

const run = (nth: number) => {
  const [uid, , stopped] = runAmongTabs.mock.calls[nth] ?? [];
  return { uid, isStopped: stopped?.aborted };
};

describe('beginSync', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.advanceTimersByTime(60_000);
    runAmongTabs.mockClear();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('reuses the running sync when a screen calls startSync', async () => {
    beginSync(ada);
    await vi.waitFor(() => expect(runAmongTabs).toHaveBeenCalledTimes(1));
    const stop = startSync(ada);
    vi.advanceTimersByTime(60_000);
    expect(run(0)).toEqual({ uid: 'ada', isStopped: false });
    stop();
    expect(run(0).isStopped).toBe(true);
    expect(runAmongTabs).toHaveBeenCalledTimes(1);
  });

  it('stops the sync if no screen calls startSync within 30 seconds', async () => {
    beginSync(ada);
    await vi.waitFor(() => expect(runAmongTabs).toHaveBeenCalledTimes(1));
    vi.advanceTimersByTime(30_000);
    expect(run(0).isStopped).toBe(true);
  });

  it('stops the sync when another member’s sync starts', async () => {
    beginSync(ada);
    await vi.waitFor(() => expect(runAmongTabs).toHaveBeenCalledTimes(1));
    const stop = startSync(eve);
    await vi.waitFor(() => expect(runAmongTabs).toHaveBeenCalledTimes(2));
    expect(run(0).isStopped).toBe(true);
    expect(run(1)).toEqual({ uid: 'eve', isStopped: false });
    stop();
  });
});
