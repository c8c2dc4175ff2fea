// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clockOffset, serverNow } from '../../../src/data/core/clock';
import { followPage, type PageEvent } from '../../../src/data/sync/pageEvents';

let told: PageEvent[];
let stop: AbortController;
let hidden: boolean;

function show(isHidden: boolean) {
  hidden = isHidden;
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 20, 14, 5) });
  hidden = false;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  told = [];
  stop = new AbortController();
  followPage((event) => told.push(event), stop.signal);
});
afterEach(() => {
  stop.abort();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('what may have cut the stream', () => {
  it('is a network that went and came back', () => {
    window.dispatchEvent(new Event('offline'));
    window.dispatchEvent(new Event('online'));
    expect(told).toEqual(['offline', 'online']);
  });

  it('is a page that is shown again', () => {
    show(true);
    show(false);
    expect(told).toEqual(['hidden', 'resumed']);
  });

  it('is each return to a page that was left in between, however soon', () => {
    for (const isHidden of [true, false, true, false]) show(isHidden);
    expect(told).toEqual(['hidden', 'resumed', 'hidden', 'resumed']);
  });

  it('is one return, though it announces itself twice', () => {
    show(true);
    show(false);
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(told).toEqual(['hidden', 'resumed']);
  });

  it('is a device that slept with the page open', () => {
    vi.setSystemTime(Date.now() + 3_600_000);
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual(['woken']);
  });

  it('is a clock that was set back', () => {
    vi.setSystemTime(Date.now() - 3_600_000);
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual(['woken']);
  });

  it('is a device that slept while the page was hidden, told as it is shown', () => {
    show(true);
    vi.setSystemTime(Date.now() + 40_000);
    show(false);
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual(['hidden', 'woken']);
  });

  it('is a sleep that a hidden page noticed before it was shown', () => {
    show(true);
    vi.setSystemTime(Date.now() + 40_000);
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual(['hidden']);
    show(false);
    expect(told).toEqual(['hidden', 'woken']);
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual(['hidden', 'woken']);
  });

  it('is a page that the browser freezes or puts away, until it is shown again', () => {
    document.dispatchEvent(new Event('freeze'));
    document.dispatchEvent(new Event('resume'));
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(told).toEqual(['left', 'resumed', 'left', 'resumed']);
  });

  it('does not make the past look open again when the clock is set back', () => {
    clockOffset.set(null);
    const before = serverNow();
    vi.setSystemTime(Date.now() - 3_600_000);
    vi.advanceTimersByTime(10_000);
    expect(serverNow() - before).toBe(10_000);
    clockOffset.set(null);
  });

  it('is nothing while time just passes', () => {
    vi.advanceTimersByTime(600_000);
    expect(told).toEqual([]);
  });

  it('is nothing any more once the sync has stopped', () => {
    stop.abort();
    window.dispatchEvent(new Event('online'));
    show(false);
    vi.setSystemTime(Date.now() + 3_600_000);
    vi.advanceTimersByTime(10_000);
    expect(told).toEqual([]);
  });
});
