import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { releaseScripts } from '../../src/app/firstPaint/askForScripts';

describe('the scripts of a page', () => {
  const areAskedFor = () => document.querySelector('link[rel=modulepreload]') !== null;

  /** Has the document read to its end, which holds the scripts in a template. */
  function read(isDrawn: boolean) {
    document.body.innerHTML =
      '<template id="scripts"><link rel="modulepreload" href="/app.js"></template>';
    const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
    releaseScripts(isDrawn, 'scripts', 1000);
    state.mockRestore();
    expect(areAskedFor()).toBe(false);
    document.dispatchEvent(new Event('DOMContentLoaded'));
  }

  beforeEach(() => vi.useFakeTimers());
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });

  it('are asked for as soon as the page was read, where nothing was drawn', () => {
    read(false);
    expect(areAskedFor()).toBe(true);
  });

  it('are asked for when what was drawn is painted, once', () => {
    read(true);
    vi.advanceTimersToNextFrame();
    expect(areAskedFor()).toBe(false);
    vi.advanceTimersByTime(100);
    expect(areAskedFor()).toBe(true);
    vi.advanceTimersByTime(2000);
    expect(document.querySelectorAll('link')).toHaveLength(1);
  });

  it('are asked for likewise where the page was read already', () => {
    document.body.innerHTML = '<template id="scripts"><link rel="modulepreload"></template>';
    releaseScripts(false, 'scripts', 1000);
    expect(areAskedFor()).toBe(true);
  });

  it('are asked for where the page is not painted, as nobody sees it', () => {
    vi.stubGlobal('requestAnimationFrame', () => 0);
    read(true);
    vi.advanceTimersByTime(999);
    expect(areAskedFor()).toBe(false);
    vi.advanceTimersByTime(1);
    expect(areAskedFor()).toBe(true);
  });
});
