// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withLaneLock } from '../../../src/data/sync/lanes';

describe('withLaneLock', () => {
  const locks = (request: unknown) =>
    Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
  let stop: AbortController;
  beforeEach(() => {
    stop = new AbortController();
  });
  afterEach(() => {
    vi.useRealTimers();
    Reflect.deleteProperty(navigator, 'locks');
  });

  it('steals the lock from a suspended tab that held it for two minutes', async () => {
    vi.useFakeTimers();
    const request = vi.fn((_name: string, options: LockOptions, work: () => Promise<unknown>) =>
      options.steal === true
        ? work()
        : new Promise((_, reject) => {
            options.signal?.addEventListener('abort', () => reject(new Error('given up')));
          }),
    );
    locks(request);
    const done = withLaneLock('calls', () => Promise.resolve('sent'), stop.signal);
    await vi.advanceTimersByTimeAsync(119_000);
    expect(request).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(2000);
    expect(await done).toBe('sent');
  });

  it('stops waiting for the lock when the page is stopped', async () => {
    locks(
      (_name: string, options: LockOptions) =>
        new Promise((_, reject) => {
          options.signal?.addEventListener('abort', () => reject(new Error('given up')));
        }),
    );
    const done = withLaneLock('files', () => Promise.resolve('sent'), stop.signal);
    stop.abort();
    expect(await done).toBeNull();
  });

  it('lets the work finish when another tab steals the lock', async () => {
    locks((_name: string, _options: LockOptions, work: () => Promise<unknown>) => {
      void work();
      return Promise.reject(new DOMException('stolen', 'AbortError'));
    });
    expect(await withLaneLock('calls', () => Promise.resolve('sent'), stop.signal)).toBe('sent');
  });

  it('runs without a lock if the browser denies locks', async () => {
    locks(() => Promise.reject(new DOMException('denied', 'SecurityError')));
    const work = vi.fn(() => Promise.resolve('sent'));
    expect(await withLaneLock('calls', work, stop.signal)).toBe('sent');
    expect(work).toHaveBeenCalledOnce();
  });
});
