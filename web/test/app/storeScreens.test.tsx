import { render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { screenMarkup, storeScreens } from '../../src/app/firstPaint/storeScreens';
import { deleteScreens } from '../../src/data/core/firstPaint';
import { SCREEN_KEY } from '../../src/data/core/webStorage';
import { clearUser, storeUser } from '../../src/data/auth/currentSession';
import { aUser } from '../support/aUser';

const renderMarkup = (app: React.ReactElement) => screenMarkup(render(app).container);

const at =
  (top: number, height = 53) =>
  () =>
    new DOMRect(0, top, 300, height);

describe('screenMarkup', () => {
  it('closes expanded details', () => {
    const line = (
      <details open>
        <summary>EUR/USD</summary>
        <p>all details</p>
      </details>
    );
    expect(renderMarkup(line)).toBe('<details><summary>EUR/USD</summary></details>');
  });

  it('removes ids and moves inline styles to data attributes', () => {
    const strip = (
      <p id="strip" style={{ width: '40%' }}>
        won
      </p>
    );
    expect(renderMarkup(strip)).toBe('<p data-style="width: 40%;">won</p>');
  });

  it('removes form values', () => {
    const form = (
      <form>
        <input defaultValue="my code" />
        <input type="checkbox" defaultChecked />
        <textarea defaultValue="my words" />
      </form>
    );
    expect(renderMarkup(form)).toBe(
      '<form><input><input type="checkbox"><textarea></textarea></form>',
    );
  });

  it('omits hidden elements except the date heading', () => {
    const unseen = (
      <div>
        <dialog>More</dialog>
        <p style={{ display: 'none' }}>for wide screens</p>
        <h3 hidden>20 Nov 2026</h3>
      </div>
    );
    expect(renderMarkup(unseen)).toBe('<div><h3 hidden="">20 Nov 2026</h3></div>');
  });

  it('empties cards of enterable signals', () => {
    expect(renderMarkup(<div data-passing="card">{<p>EUR/USD PUT</p>}</div>)).toBe(
      '<div data-passing="card"></div>',
    );
  });

  it('marks ticking text but not its neighbours', () => {
    const row = (
      <p>
        next signal <span aria-hidden>in 0:37</span>
        <span aria-hidden>Trading</span>
        <svg aria-hidden />
      </p>
    );
    expect(renderMarkup(row)).toBe(
      '<p>next signal <span aria-hidden="true" data-passing="">in 0:37</span><span aria-hidden="true">Trading</span><svg aria-hidden="true"></svg></p>',
    );
  });

  it('empties the placeholder for the screen’s age', () => {
    expect(
      renderMarkup(
        <span aria-hidden data-age>
          Live
        </span>,
      ),
    ).toBe('<span aria-hidden="true" data-age="true"></span>');
  });

  it('omits content below the viewport', () => {
    const { container } = render(
      <div>
        <p>above</p>
        <p>below</p>
      </div>,
    );
    const last = container.querySelector('p:last-child');
    if (last) last.getBoundingClientRect = at(window.innerHeight + 1);
    expect(screenMarkup(container)).toBe('<div><p>above</p></div>');
  });

  it('keeps content that moves into view when a card is emptied', () => {
    const { container } = render(
      <div>
        <div data-passing="card">EUR/USD PUT</div>
        <p>below</p>
      </div>,
    );
    const [card, below] = [container.querySelector('[data-passing]'), container.querySelector('p')];
    if (card) card.getBoundingClientRect = at(0, 320);
    if (below) below.getBoundingClientRect = at(window.innerHeight + 199);
    expect(screenMarkup(container)).toContain('below');
    if (below) below.getBoundingClientRect = at(window.innerHeight + 201);
    expect(screenMarkup(container)).not.toContain('below');
  });
});

const ada = aUser({ id: 'ada' });

const stored = (path = '/dashboard') => localStorage.getItem(SCREEN_KEY + path);

function leave(): void {
  vi.advanceTimersByTime(20_000);
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  document.dispatchEvent(new Event('visibilitychange'));
  hidden.mockRestore();
}

function show(content: string): void {
  document.body.innerHTML = `<div id="kept">seen before</div><div id="root"><nav>all screens</nav><main>${content}</main></div>`;
}

describe('storeScreens', () => {
  let stop: () => void = () => undefined;
  beforeEach(() => {
    vi.useFakeTimers();
    localStorage.clear();
    storeUser(ada);
    vi.advanceTimersByTime(3000);
    history.replaceState(null, '', '/dashboard');
    show('<h1>Control Center</h1>');
  });
  afterEach(() => {
    stop();
    clearUser('logged-out');
    vi.useRealTimers();
  });

  it('stores the screen when the tab is hidden, and removes the previous one from the page', () => {
    stop = storeScreens();
    expect(document.getElementById('kept')).toBeNull();
    leave();
    expect(stored()?.split('\n')[0]).toBe('ada');
    expect(stored()).toContain('<h1>Control Center</h1>');
  });

  it('neither reveals nor stores a screen that is still loading', async () => {
    show('<h1>Control Center</h1><span data-loading></span>');
    stop = storeScreens();
    leave();
    expect(document.getElementById('kept')).not.toBeNull();
    expect(stored()).toBeNull();
    document.querySelector('[data-loading]')?.remove();
    await vi.waitFor(() => expect(document.getElementById('kept')).toBeNull());
    leave();
    expect(stored()).not.toBeNull();
  });

  it('stores nothing after logout, in this or another tab', () => {
    stop = storeScreens();
    localStorage.removeItem('quantalgo.user');
    leave();
    expect(stored()).toBeNull();
    storeUser({ ...ada, name: 'Ada L' });
    clearUser('logged-out');
    leave();
    expect(stored()).toBeNull();
  });

  it('stores nothing if another tab has a newer access version', () => {
    stop = storeScreens();
    localStorage.setItem(
      'quantalgo.user',
      JSON.stringify({ ...ada, accessVersion: ada.accessVersion + 1 }),
    );
    leave();
    expect(stored()).toBeNull();
  });

  it('stores nothing right after stored screens were deleted', () => {
    stop = storeScreens();
    vi.advanceTimersByTime(20_000);
    deleteScreens();
    vi.spyOn(document, 'hidden', 'get').mockReturnValueOnce(true);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(stored()).toBeNull();
    leave();
    expect(stored()).not.toBeNull();
  });

  it('stores the screen a few seconds after opening if stored screens were deleted', () => {
    deleteScreens();
    stop = storeScreens();
    vi.advanceTimersByTime(3900);
    expect(stored()).toBeNull();
    vi.advanceTimersByTime(200);
    expect(stored()).toContain('<h1>Control Center</h1>');
  });

  it('retries later if the screen was loading or stored screens were just deleted', () => {
    stop = storeScreens();
    const reading = document.createElement('span');
    reading.dataset['loading'] = '';
    document.querySelector('main')?.append(reading);
    vi.advanceTimersByTime(4100);
    expect(stored()).toBeNull();
    reading.remove();
    vi.advanceTimersByTime(3000);
    deleteScreens();
    vi.advanceTimersByTime(1000);
    expect(stored()).toBeNull();
    vi.advanceTimersByTime(4000);
    expect(stored()).toContain('<h1>Control Center</h1>');
  });

  it('stores the screen again if stored screens are deleted while it is open', () => {
    stop = storeScreens();
    vi.advanceTimersByTime(20_000);
    expect(stored()).not.toBeNull();
    storeUser({ ...ada, name: 'Ada L' });
    expect(stored()).toBeNull();
    vi.advanceTimersByTime(5000);
    expect(stored()).toContain('<h1>Control Center</h1>');
    stop();
    deleteScreens();
    vi.advanceTimersByTime(20_000);
    expect(stored()).toBeNull();
  });

  it('stores screens with user-written text without their content', () => {
    history.replaceState(null, '', '/dashboard/support');
    stop = storeScreens();
    leave();
    expect(stored('/dashboard/support')).toContain('all screens');
    expect(stored('/dashboard/support')).not.toContain('Control Center');
  });

  it('stores nothing on the staff console', () => {
    history.replaceState(null, '', '/dashboard/admin/users');
    stop = storeScreens();
    leave();
    expect(Object.keys(localStorage).filter((key) => key.startsWith(SCREEN_KEY))).toEqual([]);
  });
});
