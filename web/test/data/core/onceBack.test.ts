// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runAfterDelayOrOnline } from '../../../src/core/untilDone';

let stop: AbortController;
const work = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  work.mockClear();
  stop = new AbortController();
  runAfterDelayOrOnline(work, 30_000, stop.signal);
});
afterEach(() => vi.useRealTimers());

describe('what failed for want of a network', () => {
  it('is done again when the time has come', () => {
    vi.advanceTimersByTime(30_000);
    expect(work).toHaveBeenCalledOnce();
  });

  it('is done again as soon as there is one, and then not once more', () => {
    window.dispatchEvent(new Event('online'));
    window.dispatchEvent(new Event('online'));
    vi.advanceTimersByTime(60_000);
    expect(work).toHaveBeenCalledOnce();
  });

  it('is left when nobody wants it any more', () => {
    stop.abort();
    window.dispatchEvent(new Event('online'));
    vi.advanceTimersByTime(60_000);
    expect(work).not.toHaveBeenCalled();
  });
});
