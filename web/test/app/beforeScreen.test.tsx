import { DAY_MS, HOUR_MS } from '@quantalgo/contracts/core/time';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import {
  drawStoredScreen,
  STORED_SCREEN_ID,
  WIDE_QUERY,
} from '../../src/app/firstPaint/beforeScreen';
import { deleteScreens } from '../../src/data/core/firstPaint';
import { SCREEN_KEY } from '../../src/data/core/webStorage';
import { clearUser, storeUser } from '../../src/data/auth/currentSession';
import { aUser } from '../support/aUser';

const MARKUP =
  '<span data-age=""></span><h3 hidden="">20 Nov 2026</h3><p>EUR/USD won\nat level 1</p><i data-style="width: 40%"></i>';
const ada = aUser({ id: 'ada' });

interface StoredScreen {
  readonly path?: string;
  readonly uid?: string;
  readonly seenAt?: number;
  readonly dayEnd?: number;
  readonly wide?: boolean;
}

function keep({ path = '/dashboard', uid = 'ada', wide = false, ...times }: StoredScreen = {}) {
  const { seenAt = Date.now(), dayEnd = Date.now() + DAY_MS } = times;
  const fields = [uid, seenAt, dayEnd, wide, new Date().getTimezoneOffset()];
  localStorage.setItem(SCREEN_KEY + path, [...fields, MARKUP].join('\n'));
}

const draw = () =>
  drawStoredScreen(
    'quantalgo.user',
    SCREEN_KEY,
    'quantalgo.theme',
    WIDE_QUERY,
    STORED_SCREEN_ID,
    '/dashboard',
  );

/** Opens the app's document before its scripts have loaded. */
function openDocument(): HTMLElement | null {
  document.body.innerHTML = '<div id="root">the mark</div>';
  const isDrawn = draw();
  const element = document.getElementById(STORED_SCREEN_ID);
  expect(isDrawn).toBe(element !== null);
  return element;
}

describe('drawStoredScreen', () => {
  beforeEach(() => {
    clearUser('logged-out');
    localStorage.clear();
    delete document.documentElement.dataset['theme'];
    delete document.documentElement.dataset['opening'];
    history.replaceState(null, '', '/dashboard/');
    storeUser(ada);
    keep();
  });

  it('draws the screen as the member last saw it, inert', () => {
    const element = openDocument();
    expect(element?.querySelector('p')?.textContent).toBe('EUR/USD won\nat level 1');
    expect(element?.querySelector('i')?.style.width).toBe('40%');
    expect(element?.inert).toBe(true);
    expect(element?.nextElementSibling?.id).toBe('root');
  });

  it('draws the screen as soon as the body is parsed', async () => {
    const { body } = document;
    body.innerHTML = '<div id="root">the mark</div>';
    body.remove();
    expect(draw()).toBe(true);
    document.documentElement.append(body);
    await vi.waitFor(() => expect(body.firstElementChild?.id).toBe(STORED_SCREEN_ID));
  });

  it('shows the date of its newest rows once that day has ended', () => {
    expect(openDocument()?.querySelector('h3')?.hidden).toBe(true);
    keep({ dayEnd: Date.now() - 1 });
    expect(openDocument()?.querySelector('h3')?.hidden).toBe(false);
  });

  it('draws nothing if the device’s time zone has changed', () => {
    const moved = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-330);
    expect(openDocument()).toBeNull();
    moved.mockRestore();
    expect(openDocument()).not.toBeNull();
  });

  it('applies the chosen theme', () => {
    localStorage.setItem('quantalgo.theme', 'light');
    openDocument();
    expect(document.documentElement.dataset['theme']).toBe('light');
  });

  it.each([
    [0, 'Seen just now'],
    [12 * 60_000, 'Seen 12 min ago'],
    [5 * HOUR_MS, 'Seen 5 h ago'],
    [3 * DAY_MS, 'Seen 3 days ago'],
    [-HOUR_MS, 'Seen earlier'],
  ])('shows how long ago it was seen: %i ms', (age, words) => {
    keep({ seenAt: Date.now() - age });
    expect(openDocument()?.querySelector('[data-age]')?.textContent).toBe(words);
  });

  it('draws only the screen stored for the current path', () => {
    keep({ path: '/dashboard/performance' });
    history.replaceState(null, '', '/dashboard/performance');
    expect(openDocument()).not.toBeNull();
    history.replaceState(null, '', '/dashboard/upgrade');
    expect(openDocument()).toBeNull();
  });

  it('announces the dashboard to members if no screen is stored, but not to visitors', () => {
    const { dataset } = document.documentElement;
    deleteScreens();
    expect(openDocument()).toBeNull();
    expect('opening' in dataset).toBe(true);
    delete dataset['opening'];
    clearUser('logged-out');
    expect(openDocument()).toBeNull();
    expect('opening' in dataset).toBe(false);
  });

  it.each([
    ['once the session has ended', () => clearUser('logged-out')],
    ['for another member', () => keep({ uid: 'eve' })],
    ['if the member’s record has changed', () => storeUser({ ...ada, tier: 'guest' })],
    ['if the window no longer has a sidebar', () => keep({ wide: true })],
    ['outside the dashboard', () => history.replaceState(null, '', '/dashboards')],
  ])('draws nothing %s', (_, change) => {
    change();
    expect(openDocument()).toBeNull();
  });
});
