// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clockOffset, serverNow } from '../../../src/data/core/clock';
import { followPage, type PageEvent } from '../../../src/data/sync/pageEvents';

let events: PageEvent[];
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
  events = [];
  stop = new AbortController();
  followPage((event) => events.push(event), stop.signal);
});
afterEach(() => {
  stop.abort();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe('followPage', () => {
  it('reports the network going offline and online', () => {
    window.dispatchEvent(new Event('offline'));
    window.dispatchEvent(new Event('online'));
    expect(events).toEqual(['offline', 'online']);
  });

  it('reports a hidden page becoming visible', () => {
    show(true);
    show(false);
    expect(events).toEqual(['hidden', 'resumed']);
  });

  it('reports every return, however soon after the last', () => {
    for (const isHidden of [true, false, true, false]) show(isHidden);
    expect(events).toEqual(['hidden', 'resumed', 'hidden', 'resumed']);
  });

  it('reports one return if visibilitychange and pageshow both fire', () => {
    show(true);
    show(false);
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(events).toEqual(['hidden', 'resumed']);
  });

  it('reports a wake-up after the device slept with the page open', () => {
    vi.setSystemTime(Date.now() + 3_600_000);
    vi.advanceTimersByTime(10_000);
    expect(events).toEqual(['woken']);
  });

  it('reports a wake-up when the clock was set back', () => {
    vi.setSystemTime(Date.now() - 3_600_000);
    vi.advanceTimersByTime(10_000);
    expect(events).toEqual(['woken']);
  });

  it('reports a wake-up on return if the device slept while the page was hidden', () => {
    show(true);
    vi.setSystemTime(Date.now() + 40_000);
    show(false);
    vi.advanceTimersByTime(10_000);
    expect(events).toEqual(['hidden', 'woken']);
  });

  it('delays a wake-up that a hidden page noticed until the page is visible', () => {
    show(true);
    vi.setSystemTime(Date.now() + 40_000);
    vi.advanceTimersByTime(10_000);
    expect(events).toEqual(['hidden']);
    show(false);
    expect(events).toEqual(['hidden', 'woken']);
    vi.advanceTimersByTime(10_000);
    expect(events).toEqual(['hidden', 'woken']);
  });

  it('reports a page frozen or cached by the browser, and its return', () => {
    document.dispatchEvent(new Event('freeze'));
    document.dispatchEvent(new Event('resume'));
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect(events).toEqual(['left', 'resumed', 'left', 'resumed']);
  });

  it('keeps server time moving forward when the clock is set back', () => {
    clockOffset.set(null);
    const before = serverNow();
    vi.setSystemTime(Date.now() - 3_600_000);
    vi.advanceTimersByTime(10_000);
    expect(serverNow() - before).toBe(10_000);
    clockOffset.set(null);
  });

  it('reports nothing while time just passes', () => {
    vi.advanceTimersByTime(600_000);
    expect(events).toEqual([]);
  });

  it('reports nothing once the sync has stopped', () => {
    stop.abort();
    window.dispatchEvent(new Event('online'));
    show(false);
    vi.setSystemTime(Date.now() + 3_600_000);
    vi.advanceTimersByTime(10_000);
    expect(events).toEqual([]);
  });
});
