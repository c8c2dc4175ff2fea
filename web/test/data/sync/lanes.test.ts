// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withLaneLock } from '../../../src/data/sync/lanes';

describe('a lane', () => {
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

  it('is taken from a suspended tab that holds it for longer than an item can take', async () => {
    vi.useFakeTimers();
    const asked = vi.fn((_name: string, options: LockOptions, work: () => Promise<unknown>) =>
      options.steal === true
        ? work()
        : new Promise((_, reject) => {
            options.signal?.addEventListener('abort', () => reject(new Error('given up')));
          }),
    );
    locks(asked);
    const done = withLaneLock('calls', () => Promise.resolve('sent'), stop.signal);
    await vi.advanceTimersByTimeAsync(119_000);
    expect(asked).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(2000);
    expect(await done).toBe('sent');
  });

  it('is waited for no longer once the page is stopped', async () => {
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

  it('that is lost to another tab lets its own work come to its end', async () => {
    locks((_name: string, _options: LockOptions, work: () => Promise<unknown>) => {
      void work();
      return Promise.reject(new DOMException('stolen', 'AbortError'));
    });
    expect(await withLaneLock('calls', () => Promise.resolve('sent'), stop.signal)).toBe('sent');
  });

  it('is entered without a lock if the browser refuses locks', async () => {
    locks(() => Promise.reject(new DOMException('denied', 'SecurityError')));
    const work = vi.fn(() => Promise.resolve('sent'));
    expect(await withLaneLock('calls', work, stop.signal)).toBe('sent');
    expect(work).toHaveBeenCalledOnce();
  });
});
