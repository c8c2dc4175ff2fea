import { beforeEach, describe, expect, it } from 'vitest';
import { beforeScreen } from '../../src/app/entry/beforeScreen';
import { forgetUser, storeUser } from '../../src/data/session/store';
import { keepScreen, KEPT_ID, SCREEN_KEY, showApp } from '../../src/data/storage/keptScreen';
import { aUser } from '../data/aUser';

const DAY_MS = 24 * 60 * 60_000;
const MARKUP = '<h3 hidden="">20 Nov 2026</h3><p>EUR/USD won\nat level 1</p>';
const ada = aUser({ id: 'ada' });

/** Opens the app's document, long before its scripts have come. */
function opened(): HTMLElement | null {
  document.body.innerHTML = '<div id="root">the mark</div>';
  beforeScreen('quantalgo.user', SCREEN_KEY, 'quantalgo.theme', KEPT_ID);
  return document.getElementById(KEPT_ID);
}

describe('a screen before the app runs', () => {
  beforeEach(() => {
    forgetUser('signed-out');
    localStorage.clear();
    delete document.documentElement.dataset['theme'];
    storeUser(ada);
    keepScreen('ada', Date.now() + DAY_MS, MARKUP);
  });

  it('is drawn as this member last saw it, with nothing in it to press', () => {
    const kept = opened();
    expect(kept?.innerHTML).toBe(MARKUP);
    expect(kept?.inert).toBe(true);
    expect(kept?.nextElementSibling?.id).toBe('root');
  });

  it('names the day of its newest lines once that is over', () => {
    expect(opened()?.querySelector('h3')?.hidden).toBe(true);
    keepScreen('ada', Date.now() - 1, MARKUP);
    expect(opened()?.querySelector('h3')?.hidden).toBe(false);
  });

  it('is drawn in the theme that was chosen', () => {
    localStorage.setItem('quantalgo.theme', 'light');
    opened();
    expect(document.documentElement.dataset['theme']).toBe('light');
  });

  it('gives way to the app', () => {
    opened();
    showApp();
    expect(document.getElementById(KEPT_ID)).toBeNull();
    expect(document.getElementById('root')).not.toBeNull();
  });

  it.each([
    ['of nobody once the session has ended', () => forgetUser('signed-out')],
    ['of no other member', () => keepScreen('eve', Date.now() + DAY_MS, MARKUP)],
    ['once the member is another in anything', () => storeUser({ ...ada, tier: 'guest' })],
    ['where it is too long to be kept', () => keepScreen('ada', 0, 'x'.repeat(200_000))],
  ])('is not drawn: %s', (_, change) => {
    change();
    expect(opened()).toBeNull();
  });
});
