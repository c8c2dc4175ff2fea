// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { runAfterDelayOrOnline } from '../../src/core/retry';

let stop: AbortController;
const work = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  work.mockClear();
  stop = new AbortController();
  runAfterDelayOrOnline(work, 30_000, stop.signal);
});
afterEach(() => vi.useRealTimers());

describe('runAfterDelayOrOnline', () => {
  it('runs after the delay', () => {
    vi.advanceTimersByTime(30_000);
    expect(work).toHaveBeenCalledOnce();
  });

  it('runs once as soon as the network is back', () => {
    window.dispatchEvent(new Event('online'));
    window.dispatchEvent(new Event('online'));
    vi.advanceTimersByTime(60_000);
    expect(work).toHaveBeenCalledOnce();
  });

  it('does not run once stopped', () => {
    stop.abort();
    window.dispatchEvent(new Event('online'));
    vi.advanceTimersByTime(60_000);
    expect(work).not.toHaveBeenCalled();
  });
});
