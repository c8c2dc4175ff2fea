// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keepScreenAwake } from '../../../src/data/core/wakeLock';

/** A lock as a browser gives it: the system takes it from a page that is hidden. */
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

describe('a screen that is kept on', () => {
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

  it('is let go when nobody wants it any more', async () => {
    stop = keepScreenAwake(() => undefined);
    await vi.waitFor(() => expect(held()).toBe(1));
    stop();
    expect(held()).toBe(0);
  });

  it('is taken again when the page is back, and once', async () => {
    stop = keepScreenAwake(() => undefined);
    await vi.waitFor(() => expect(held()).toBe(1));
    await show(true);
    expect(held()).toBe(0);
    await show(false);
    await show(false);
    await vi.waitFor(() => expect(held()).toBe(1));
    expect(request).toHaveBeenCalledTimes(2);
  });

  it('is not left on by an answer that comes after the end', async () => {
    stop = keepScreenAwake(() => undefined);
    stop();
    await vi.waitFor(() => expect(locks).toHaveLength(1));
    await vi.waitFor(() => expect(held()).toBe(0));
  });

  it('says so where the system refuses', async () => {
    request.mockRejectedValueOnce(new DOMException('Low battery', 'NotAllowedError'));
    const refused = vi.fn();
    stop = keepScreenAwake(refused);
    await vi.waitFor(() => expect(refused).toHaveBeenCalledTimes(1));
  });
});
