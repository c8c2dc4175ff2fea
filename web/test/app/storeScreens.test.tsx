import { render } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { screenMarkup, storeScreens } from '../../src/app/firstPaint/storeScreens';
import { deleteScreens } from '../../src/data/core/firstPaint';
import { SCREEN_KEY } from '../../src/data/core/webStorage';
import { clearUser, storeUser } from '../../src/data/auth/currentSession';
import { aUser } from '../support/aUser';

const markupOf = (app: React.ReactElement) => screenMarkup(render(app).container);

const at =
  (top: number, height = 53) =>
  () =>
    new DOMRect(0, top, 300, height);

describe('what is kept of a screen', () => {
  it('holds its lines closed', () => {
    const line = (
      <details open>
        <summary>EUR/USD</summary>
        <p>all that is known</p>
      </details>
    );
    expect(markupOf(line)).toBe('<details><summary>EUR/USD</summary></details>');
  });

  it('needs no identifiers, and no styles that the content policy refuses', () => {
    const strip = (
      <p id="strip" style={{ width: '40%' }}>
        won
      </p>
    );
    expect(markupOf(strip)).toBe('<p data-style="width: 40%;">won</p>');
  });

  it('has nothing of what was typed', () => {
    const form = (
      <form>
        <input defaultValue="my code" />
        <input type="checkbox" defaultChecked />
        <textarea defaultValue="my words" />
      </form>
    );
    expect(markupOf(form)).toBe('<form><input><input type="checkbox"><textarea></textarea></form>');
  });

  it('leaves out what nobody sees, but for the name of today', () => {
    const unseen = (
      <div>
        <dialog>More</dialog>
        <p style={{ display: 'none' }}>for wide screens</p>
        <h3 hidden>20 Nov 2026</h3>
      </div>
    );
    expect(markupOf(unseen)).toBe('<div><h3 hidden="">20 Nov 2026</h3></div>');
  });

  it('holds no more than a place for what could be entered', () => {
    expect(markupOf(<div data-passing="card">{<p>EUR/USD PUT</p>}</div>)).toBe(
      '<div data-passing="card"></div>',
    );
  });

  it('hides what counts by the second, and not what stands beside it', () => {
    const row = (
      <p>
        next signal <span aria-hidden>in 0:37</span>
        <span aria-hidden>Trading</span>
        <svg aria-hidden />
      </p>
    );
    expect(markupOf(row)).toBe(
      '<p>next signal <span aria-hidden="true" data-passing="">in 0:37</span><span aria-hidden="true">Trading</span><svg aria-hidden="true"></svg></p>',
    );
  });

  it('leaves room for its age, and no older one', () => {
    expect(
      markupOf(
        <span aria-hidden data-age>
          Live
        </span>,
      ),
    ).toBe('<span aria-hidden="true" data-age="true"></span>');
  });

  it('ends with the first screen', () => {
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

  it('has what comes into sight because a card is gone', () => {
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

describe('a screen that is left', () => {
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
    clearUser('signed-out');
    vi.useRealTimers();
  });

  it('is kept as it was, in place of what was kept before', () => {
    stop = storeScreens();
    expect(document.getElementById('kept')).toBeNull();
    leave();
    expect(stored()?.split('\n')[0]).toBe('ada');
    expect(stored()).toContain('<h1>Control Center</h1>');
  });

  it('is neither shown nor kept while it is being read', async () => {
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

  it('is not kept once its member is gone, here or in another tab', () => {
    stop = storeScreens();
    localStorage.removeItem('quantalgo.user');
    leave();
    expect(stored()).toBeNull();
    storeUser({ ...ada, name: 'Ada L' });
    clearUser('signed-out');
    leave();
    expect(stored()).toBeNull();
  });

  it('is not kept by a tab that has not heard of another access yet', () => {
    stop = storeScreens();
    localStorage.setItem(
      'quantalgo.user',
      JSON.stringify({ ...ada, accessVersion: ada.accessVersion + 1 }),
    );
    leave();
    expect(stored()).toBeNull();
  });

  it('is not kept in the moment in which it was forgotten', () => {
    stop = storeScreens();
    vi.advanceTimersByTime(20_000);
    deleteScreens();
    vi.spyOn(document, 'hidden', 'get').mockReturnValueOnce(true);
    document.dispatchEvent(new Event('visibilitychange'));
    expect(stored()).toBeNull();
    leave();
    expect(stored()).not.toBeNull();
  });

  it('is kept after all where it was forgotten as it was opened', () => {
    deleteScreens();
    stop = storeScreens();
    vi.advanceTimersByTime(3900);
    expect(stored()).toBeNull();
    vi.advanceTimersByTime(200);
    expect(stored()).toContain('<h1>Control Center</h1>');
  });

  it('is kept later where its time came while it was being read again, or was forgotten', () => {
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

  it('has no content where something is written', () => {
    history.replaceState(null, '', '/dashboard/support');
    stop = storeScreens();
    leave();
    expect(stored('/dashboard/support')).toContain('all screens');
    expect(stored('/dashboard/support')).not.toContain('Control Center');
  });

  it('is none of the console, whose content is of others', () => {
    history.replaceState(null, '', '/dashboard/admin/users');
    stop = storeScreens();
    leave();
    expect(Object.keys(localStorage).filter((key) => key.startsWith(SCREEN_KEY))).toEqual([]);
  });
});
