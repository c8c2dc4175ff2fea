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

interface Kept {
  readonly path?: string;
  readonly uid?: string;
  readonly seenAt?: number;
  readonly dayEnd?: number;
  readonly wide?: boolean;
}

function keep({ path = '/dashboard', uid = 'ada', wide = false, ...times }: Kept = {}) {
  const { seenAt = Date.now(), dayEnd = Date.now() + DAY_MS } = times;
  const known = [uid, seenAt, dayEnd, wide, new Date().getTimezoneOffset()];
  localStorage.setItem(SCREEN_KEY + path, [...known, MARKUP].join('\n'));
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

/** Opens the app's document, long before its scripts have come. */
function opened(): HTMLElement | null {
  document.body.innerHTML = '<div id="root">the mark</div>';
  const isDrawn = draw();
  const kept = document.getElementById(STORED_SCREEN_ID);
  expect(isDrawn).toBe(kept !== null);
  return kept;
}

describe('a screen before the app runs', () => {
  beforeEach(() => {
    clearUser('signed-out');
    localStorage.clear();
    delete document.documentElement.dataset['theme'];
    delete document.documentElement.dataset['opening'];
    history.replaceState(null, '', '/dashboard/');
    storeUser(ada);
    keep();
  });

  it('is drawn as this member last saw it, with nothing in it to press', () => {
    const kept = opened();
    expect(kept?.querySelector('p')?.textContent).toBe('EUR/USD won\nat level 1');
    expect(kept?.querySelector('i')?.style.width).toBe('40%');
    expect(kept?.inert).toBe(true);
    expect(kept?.nextElementSibling?.id).toBe('root');
  });

  it('is drawn with the body, where that has not come yet', async () => {
    const { body } = document;
    body.innerHTML = '<div id="root">the mark</div>';
    body.remove();
    expect(draw()).toBe(true);
    document.documentElement.append(body);
    await vi.waitFor(() => expect(body.firstElementChild?.id).toBe(STORED_SCREEN_ID));
  });

  it('names the day of its newest lines once that is over', () => {
    expect(opened()?.querySelector('h3')?.hidden).toBe(true);
    keep({ dayEnd: Date.now() - 1 });
    expect(opened()?.querySelector('h3')?.hidden).toBe(false);
  });

  it('is not drawn where the device has moved to another zone', () => {
    const moved = vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-330);
    expect(opened()).toBeNull();
    moved.mockRestore();
    expect(opened()).not.toBeNull();
  });

  it('is drawn in the theme that was chosen', () => {
    localStorage.setItem('quantalgo.theme', 'light');
    opened();
    expect(document.documentElement.dataset['theme']).toBe('light');
  });

  it.each([
    [0, 'Seen just now'],
    [12 * 60_000, 'Seen 12 min ago'],
    [5 * HOUR_MS, 'Seen 5 h ago'],
    [3 * DAY_MS, 'Seen 3 days ago'],
    [-HOUR_MS, 'Seen earlier'],
  ])('says its age: %i ms', (age, words) => {
    keep({ seenAt: Date.now() - age });
    expect(opened()?.querySelector('[data-age]')?.textContent).toBe(words);
  });

  it('is the one of this address', () => {
    keep({ path: '/dashboard/performance' });
    history.replaceState(null, '', '/dashboard/performance');
    expect(opened()).not.toBeNull();
    history.replaceState(null, '', '/dashboard/upgrade');
    expect(opened()).toBeNull();
  });

  it('leaves word, where nothing is kept, that the dashboard comes, to a member alone', () => {
    const { dataset } = document.documentElement;
    deleteScreens();
    expect(opened()).toBeNull();
    expect('opening' in dataset).toBe(true);
    delete dataset['opening'];
    clearUser('signed-out');
    expect(opened()).toBeNull();
    expect('opening' in dataset).toBe(false);
  });

  it.each([
    ['of nobody once the session has ended', () => clearUser('signed-out')],
    ['of no other member', () => keep({ uid: 'eve' })],
    ['once the member is another in anything', () => storeUser({ ...ada, tier: 'guest' })],
    ['in a window without the sidebar it had', () => keep({ wide: true })],
    ['outside the dashboard', () => history.replaceState(null, '', '/dashboards')],
  ])('is not drawn: %s', (_, change) => {
    change();
    expect(opened()).toBeNull();
  });
});
