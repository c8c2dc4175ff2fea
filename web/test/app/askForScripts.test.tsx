import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { releaseScripts } from '../../src/app/firstPaint/askForScripts';

describe('releaseScripts', () => {
  const areRequested = () => document.querySelector('link[rel=modulepreload]') !== null;

  /** Finishes parsing a document that holds its scripts in a template. */
  function parse(isDrawn: boolean) {
    document.body.innerHTML =
      '<template id="scripts"><link rel="modulepreload" href="/app.js"></template>';
    const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
    releaseScripts(isDrawn, 'scripts', 1000);
    state.mockRestore();
    expect(areRequested()).toBe(false);
    document.dispatchEvent(new Event('DOMContentLoaded'));
  }

  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('requests the scripts once the document is parsed if no stored screen was drawn', () => {
    parse(false);
    expect(areRequested()).toBe(true);
  });

  it('requests the scripts once, after the stored screen has been painted', () => {
    parse(true);
    vi.advanceTimersToNextFrame();
    expect(areRequested()).toBe(false);
    vi.advanceTimersByTime(100);
    expect(areRequested()).toBe(true);
    vi.advanceTimersByTime(2000);
    expect(document.querySelectorAll('link')).toHaveLength(1);
  });

  it('requests the scripts at once if the document is already parsed', () => {
    document.body.innerHTML = '<template id="scripts"><link rel="modulepreload"></template>';
    releaseScripts(false, 'scripts', 1000);
    expect(areRequested()).toBe(true);
  });

  it('requests the scripts after a timeout if the page is never painted', () => {
    vi.stubGlobal('requestAnimationFrame', () => 0);
    parse(true);
    vi.advanceTimersByTime(999);
    expect(areRequested()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(areRequested()).toBe(true);
  });
});
