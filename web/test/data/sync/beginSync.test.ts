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

describe('a sync that is begun beside the start of the app', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.advanceTimersByTime(60_000);
    runAmongTabs.mockClear();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is the one that the screens go on with', async () => {
    beginSync(ada);
    await vi.waitFor(() => expect(runAmongTabs).toHaveBeenCalledTimes(1));
    const stop = startSync(ada);
    vi.advanceTimersByTime(60_000);
    expect(run(0)).toEqual({ uid: 'ada', isStopped: false });
    stop();
    expect(run(0).isStopped).toBe(true);
    expect(runAmongTabs).toHaveBeenCalledTimes(1);
  });

  it('ends where no screen wants it', async () => {
    beginSync(ada);
    await vi.waitFor(() => expect(runAmongTabs).toHaveBeenCalledTimes(1));
    vi.advanceTimersByTime(30_000);
    expect(run(0).isStopped).toBe(true);
  });

  it('ends where another member is there by then', async () => {
    beginSync(ada);
    await vi.waitFor(() => expect(runAmongTabs).toHaveBeenCalledTimes(1));
    const stop = startSync(eve);
    await vi.waitFor(() => expect(runAmongTabs).toHaveBeenCalledTimes(2));
    expect(run(0).isStopped).toBe(true);
    expect(run(1)).toEqual({ uid: 'eve', isStopped: false });
    stop();
  });
});
