// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepScreenAwake } from '../../../src/data/core/wakeLock';

/** A browser's wake lock, which the system releases when the page is hidden. */
class Lock {
  released = false;
  release = vi.fn(() => {
    this.released = true;
    return Promise.resolve();
  });
}

let locks: Lock[] = [];
const request = vi.fn(() => {
  const lock = new Lock();
  locks.push(lock);
  return Promise.resolve(lock);
});
let stop: () => void = () => undefined;

const held = () => locks.filter(({ released }) => !released).length;

async function show(hidden: boolean) {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  if (hidden) for (const lock of locks) lock.released = true;
  document.dispatchEvent(new Event('visibilitychange'));
  await Promise.resolve();
}

describe('keepScreenAwake', () => {
  beforeEach(() => {
    locks = [];
    request.mockClear();
    Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
  });
  afterEach(() => {
    stop();
    vi.restoreAllMocks();
    Reflect.deleteProperty(navigator, 'wakeLock');
  });

  it('releases the lock when stopped', async () => {
    stop = keepScreenAwake(() => undefined);
    await vi.waitFor(() => expect(held()).toBe(1));
    stop();
    expect(held()).toBe(0);
  });

  it('requests the lock again, once, when the page is visible again', async () => {
    stop = keepScreenAwake(() => undefined);
    await vi.waitFor(() => expect(held()).toBe(1));
    await show(true);
    expect(held()).toBe(0);
    await show(false);
    await show(false);
    await vi.waitFor(() => expect(held()).toBe(1));
    expect(request).toHaveBeenCalledTimes(2);
  });

  it('releases a lock that is granted after the stop', async () => {
    stop = keepScreenAwake(() => undefined);
    stop();
    await vi.waitFor(() => expect(locks).toHaveLength(1));
    await vi.waitFor(() => expect(held()).toBe(0));
  });

  it('reports a denied lock', async () => {
    request.mockRejectedValueOnce(new DOMException('Low battery', 'NotAllowedError'));
    const refused = vi.fn();
    stop = keepScreenAwake(refused);
    await vi.waitFor(() => expect(refused).toHaveBeenCalledTimes(1));
  });
});
