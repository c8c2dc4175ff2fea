import { stripTrailingSlash } from '@quantalgo/contracts/core/paths';
import { dayEnd } from '@quantalgo/contracts/core/time';
import { serverNow } from '../../data/core/clock';
import { RERENDER_TIMEOUT_MS, storeScreen, subscribeToDeletion } from '../../data/core/firstPaint';
import { readLocal, SCREEN_KEY } from '../../data/core/webStorage';
import { getCurrentUser, USER_KEY, getZoneChoice } from '../../data/auth/currentSession';
import { ZONES } from '../../core/zone';
import { SCREEN_TABLE } from '../screenTable';
import { STORED_SCREEN_ID, WIDE_QUERY } from './beforeScreen';

/** In characters. All stored screens share localStorage's few megabytes. */
const MAX_MARKUP_LENGTH = 100_000;

const LOADING_SELECTOR = '[data-loading], [aria-busy="true"]';

const getAppElement = () => document.getElementById('root');

const isComplete = (app: Element): boolean =>
  app.querySelector('main :is(h1, h2)') !== null &&
  app.querySelector(`main :is(${LOADING_SELECTOR})`) === null;

function onceComplete(app: Element, callback: () => void, signal: AbortSignal): void {
  const check = () => {
    if (!isComplete(app)) return false;
    observer.disconnect();
    if (!signal.aborted) callback();
    return true;
  };
  const observer = new MutationObserver(check);
  if (check()) return;
  observer.observe(app, { childList: true, subtree: true, attributeFilter: ['aria-busy'] });
  signal.addEventListener('abort', () => observer.disconnect());
}

const getStoredScreen = () => document.getElementById(STORED_SCREEN_ID);

/** Another tab may have logged the member out, or received a change of access. */
function isStillCurrent({ id, accessVersion }: { id: string; accessVersion: number }): boolean {
  const stored = readLocal(USER_KEY) ?? '';
  return stored.includes(`"id":"${id}"`) && stored.includes(`"accessVersion":${accessVersion}`);
}

const MIN_STORE_INTERVAL_MS = 10_000;

const isRecentlyStored = (path: string): boolean => {
  const seenAt = Number(readLocal(SCREEN_KEY + path)?.split('\n', 2)[1] ?? NaN);
  return Math.abs(Date.now() - seenAt) < MIN_STORE_INTERVAL_MS;
};

/** Returns false if the screen may be stored later. */
function storeCurrentScreen(): boolean {
  const app = getAppElement();
  const user = getCurrentUser();
  const screen = SCREEN_TABLE.find(({ path }) => path === stripTrailingSlash(location.pathname));
  if (!app || !user || !screen || !isStillCurrent(user)) return true;
  if (getStoredScreen() !== null || !isComplete(app)) return false;
  if (isRecentlyStored(screen.path)) return true;
  const markup = screenMarkup(app, screen.offline !== 'stored-and-queued');
  if (markup.length > MAX_MARKUP_LENGTH) return true;
  const header = [
    user.id,
    Date.now(),
    dayEnd(serverNow(), ZONES[getZoneChoice()]),
    matchMedia(WIDE_QUERY).matches,
    new Date().getTimezoneOffset(),
  ];
  return storeScreen(screen.path, [...header, markup].join('\n'));
}

/**
 * Replaces the stored screen with the app's once that is complete. Also stores screens: a while
 * after they open or stored screens were deleted, and when the window is hidden.
 * @returns a stop function
 */
export function storeScreens(): () => void {
  const controller = new AbortController();
  const { signal } = controller;
  const app = getAppElement();
  let timer: ReturnType<typeof setTimeout> | undefined;
  // Delayed because a device's first data deletes stored screens, and the screen may be about to
  // change.
  const storeLater = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (!storeCurrentScreen()) storeLater();
    }, 2 * RERENDER_TIMEOUT_MS);
  };
  const showApp = () => {
    getStoredScreen()?.remove();
    storeLater();
  };
  if (app) onceComplete(app, showApp, signal);
  const unsubscribe = subscribeToDeletion(storeLater);
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    unsubscribe();
  });
  const onHidden = () => {
    if (document.hidden) storeCurrentScreen();
  };
  document.addEventListener('visibilitychange', onHidden, { signal });
  return () => controller.abort();
}

/**
 * Height (px) reserved for a card stored without its content: its height when there is nothing to
 * enter.
 */
const CARD_HEIGHT_PX = 120;

/** Ticking content is hidden from screen readers. */
const isTicking = (element: Element): boolean =>
  element.matches('[aria-hidden]:not(svg)') &&
  (/\d/.test(element.textContent) || element.querySelector('[style]') !== null);

/**
 * Displayed only in other window sizes, or later. `hidden` elements aren't included: the newest
 * day's heading is hidden until the next day.
 */
const isUndisplayed = (element: Element): boolean =>
  !element.hasAttribute('hidden') && getComputedStyle(element).display === 'none';

const EXCLUDED_SELECTOR =
  'dialog, details > :not(summary), [data-passing="card"] > *, [aria-label="Notices"] [role], img[src^="blob:"], video, iframe';

function measureFirstScreen(app: Element): number {
  const cards = [...app.querySelectorAll('[data-passing="card"]')];
  const reductions = cards.map((card) =>
    Math.max(0, card.getBoundingClientRect().height - CARD_HEIGHT_PX),
  );
  return window.innerHeight + reductions.reduce((sum, height) => sum + height, 0);
}

const UNSTORED_ATTRIBUTES = ['id', 'style', 'open', 'value', 'checked'];

function copyStorable(element: Element, bottom: number): Element | null {
  const isBelow = element.getBoundingClientRect().top + window.scrollY > bottom;
  if (isBelow || element.matches(EXCLUDED_SELECTOR) || isUndisplayed(element)) return null;
  const isWhole = element.matches('svg');
  const copy = element.cloneNode(isWhole);
  if (!(copy instanceof Element)) return null;
  if (element.matches('[data-age]')) copy.replaceChildren();
  else if (!isWhole && !element.matches('textarea'))
    for (const child of element.childNodes) {
      const childCopy = child instanceof Element ? copyStorable(child, bottom) : child.cloneNode();
      if (childCopy) copy.appendChild(childCopy);
    }
  if (isTicking(element) && !element.matches('[data-age]')) copy.setAttribute('data-passing', '');
  const style = element.getAttribute('style');
  if (style !== null) copy.setAttribute('data-style', style);
  for (const name of UNSTORED_ATTRIBUTES) copy.removeAttribute(name);
  return copy;
}

/**
 * Markup of the app's first screen, to be drawn again before the app runs. Ticking and
 * `data-passing` content only reserves its space. Input and ids are omitted. The content policy
 * forbids style attributes, so styles move to `data-style`.
 * @param withContent false: only the frame around the screen's content
 */
export function screenMarkup(app: Element, withContent = true): string {
  const bottom = measureFirstScreen(app);
  const copy = document.createElement('div');
  for (const child of app.children) {
    const childCopy = copyStorable(child, bottom);
    if (childCopy) copy.append(childCopy);
  }
  if (!withContent) copy.querySelector('main')?.replaceChildren();
  return copy.innerHTML;
}
