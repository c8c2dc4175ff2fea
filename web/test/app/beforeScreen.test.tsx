import { beforeEach, describe, expect, it, vi } from 'vitest';
import { beforeScreen } from '../../src/app/firstPaint/drawing';
import { forgetUser, storeUser } from '../../src/data/session/currentSession';
import {
  storeScreen,
  STORED_SCREEN_ID,
  SCREEN_KEY,
  showApp,
  WIDE,
} from '../../src/data/core/firstPaint';
import { aUser } from '../support/aUser';

const DAY_MS = 24 * 60 * 60_000;
const MARKUP = '<h3 hidden="">20 Nov 2026</h3><p>EUR/USD won\nat level 1</p>';
const ada = aUser({ id: 'ada' });

const keep = (changes: { uid?: string; dayEnd?: number; wide?: boolean } = {}, markup = MARKUP) =>
  storeScreen({ uid: 'ada', dayEnd: Date.now() + DAY_MS, wide: false, ...changes }, markup);

const draw = () =>
  beforeScreen('quantalgo.user', SCREEN_KEY, 'quantalgo.theme', WIDE, STORED_SCREEN_ID);

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
    forgetUser('signed-out');
    localStorage.clear();
    delete document.documentElement.dataset['theme'];
    storeUser(ada);
    keep();
  });

  it('is drawn as this member last saw it, with nothing in it to press', () => {
    const kept = opened();
    expect(kept?.innerHTML).toBe(MARKUP);
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

  it('gives way to the app', () => {
    opened();
    showApp();
    expect(document.getElementById(STORED_SCREEN_ID)).toBeNull();
    expect(document.getElementById('root')).not.toBeNull();
  });

  it.each([
    ['of nobody once the session has ended', () => forgetUser('signed-out')],
    ['of no other member', () => keep({ uid: 'eve' })],
    ['once the member is another in anything', () => storeUser({ ...ada, tier: 'guest' })],
    ['where it is too long to be kept', () => keep({}, 'x'.repeat(200_000))],
    ['in a window without the sidebar it had', () => keep({ wide: true })],
  ])('is not drawn: %s', (_, change) => {
    change();
    expect(opened()).toBeNull();
  });
});
