import { dayEnd } from '@quantalgo/contracts/core/time';
import { serverNow } from '../../data/core/clock';
import { GONE_WITHIN_MS, storeScreen } from '../../data/core/firstPaint';
import { readLocal, SCREEN_KEY } from '../../data/core/webStorage';
import { currentUser, USER_KEY, zoneChoice } from '../../data/auth/currentSession';
import { ZONES } from '../../core/zone';
import { SCREEN_TABLE, withoutSlash } from '../screenTable';
import { STORED_SCREEN_ID, WIDE } from './beforeScreen';

/** Markup longer than this (characters) isn't stored: all screens share the little space of localStorage. */
const MAX_MARKUP_LENGTH = 100_000;

/** Elements of a screen that is loading. */
const LOADING = '[data-loading], [aria-busy="true"]';

const appElement = () => document.getElementById('root');

/** Whether the screen shows its content and no part of it is loading. */
const isComplete = (app: Element): boolean =>
  app.querySelector('main :is(h1, h2)') !== null &&
  app.querySelector(`main :is(${LOADING})`) === null;

/** Calls `work` once, as soon as the screen is complete and before that is painted, unless `stopped`. */
function onceComplete(app: Element, work: () => void, stopped: AbortSignal): void {
  const look = () => {
    if (!isComplete(app)) return false;
    observer.disconnect();
    if (!stopped.aborted) work();
    return true;
  };
  const observer = new MutationObserver(look);
  if (look()) return;
  observer.observe(app, { childList: true, subtree: true, attributeFilter: ['aria-busy'] });
  stopped.addEventListener('abort', () => observer.disconnect());
}

const storedScreenElement = () => document.getElementById(STORED_SCREEN_ID);

/** Whether localStorage still has this page's member, with the access that the page shows. */
function isStillTheirs({ id, accessVersion }: { id: string; accessVersion: number }): boolean {
  const stored = readLocal(USER_KEY) ?? '';
  return stored.includes(`"id":"${id}"`) && stored.includes(`"accessVersion":${accessVersion}`);
}

/** A screen isn't stored again within this time (ms). */
const STILL_NEW_MS = 10_000;

const isStillNew = (path: string): boolean => {
  const seenAt = Number(readLocal(SCREEN_KEY + path)?.split('\n', 2)[1] ?? NaN);
  return Math.abs(Date.now() - seenAt) < STILL_NEW_MS;
};

/** Stores the screen on display, unless it is incomplete, stored recently, or no longer the member's. */
function storeCurrentScreen(): void {
  const app = appElement();
  const user = currentUser();
  const screen = SCREEN_TABLE.find(({ path }) => path === withoutSlash(location.pathname));
  if (!app || !user || !screen || storedScreenElement() !== null) return;
  if (!isComplete(app) || !isStillTheirs(user)) return;
  if (isStillNew(screen.path)) return;
  const markup = screenMarkup(app, screen.offline !== 'kept-and-queued');
  if (markup.length > MAX_MARKUP_LENGTH) return;
  const known = [
    user.id,
    Date.now(),
    dayEnd(serverNow(), ZONES[zoneChoice()]),
    matchMedia(WIDE).matches,
    new Date().getTimezoneOffset(),
  ];
  storeScreen(screen.path, [...known, markup].join('\n'));
}

/**
 * Shows the app in place of the stored screen, as soon as the app's screen is complete, and stores each of the member's
 * screens as last seen: some time after it was opened, and when the window is hidden. Returns a stop function.
 */
export function storeScreens(): () => void {
  const stopped = new AbortController();
  const { signal } = stopped;
  const app = appElement();
  const showApp = () => {
    storedScreenElement()?.remove();
    // Delayed: the first data on a device deletes stored screens, and the screen may be about to change.
    const timer = setTimeout(storeCurrentScreen, 2 * GONE_WITHIN_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
  };
  if (app) onceComplete(app, showApp, signal);
  const onHidden = () => {
    if (document.hidden) storeCurrentScreen();
  };
  document.addEventListener('visibilitychange', onHidden, { signal });
  return () => stopped.abort();
}

/**
 * Height (px) that remains of a card that is stored without its content: the height of the card that says that there is
 * nothing to enter.
 */
const CARD_PLACE = 120;

/** Content hidden from screen readers because it changes every second, in its figures or its styles. */
const isTicking = (element: Element): boolean =>
  element.matches('[aria-hidden]:not(svg)') &&
  (/\d/.test(element.textContent) || element.querySelector('[style]') !== null);

/**
 * Elements that are displayed only in other windows, or later. Not those that are `hidden`: the heading of the newest
 * day is, until the next day.
 */
const isUndisplayed = (element: Element): boolean =>
  !element.hasAttribute('hidden') && getComputedStyle(element).display === 'none';

/** Content that may be outdated by the next time, or is meaningless without the app. */
const LEFT_OUT =
  'dialog, details > :not(summary), [data-passing="card"] > *, [aria-label="Notices"] [role], img[src^="blob:"], video, iframe';

/** The lowest visible position (px) without scrolling, once cards have shrunk. */
function firstScreenEnd(app: Element): number {
  const cards = [...app.querySelectorAll('[data-passing="card"]')];
  const less = cards.map((card) => Math.max(0, card.getBoundingClientRect().height - CARD_PLACE));
  return window.innerHeight + less.reduce((sum, height) => sum + height, 0);
}

const UNSTORED = ['id', 'style', 'open', 'value', 'checked'];

/** A storable copy of an element; null if it is left out, with all its content. */
function storable(element: Element, end: number): Element | null {
  const isBelow = element.getBoundingClientRect().top + window.scrollY > end;
  if (isBelow || element.matches(LEFT_OUT) || isUndisplayed(element)) return null;
  const isWhole = element.matches('svg');
  const copy = element.cloneNode(isWhole);
  if (!(copy instanceof Element)) return null;
  if (element.matches('[data-age]')) copy.replaceChildren();
  else if (!isWhole && !element.matches('textarea'))
    for (const child of element.childNodes) {
      const kept = child instanceof Element ? storable(child, end) : child.cloneNode();
      if (kept) copy.appendChild(kept);
    }
  if (isTicking(element) && !element.matches('[data-age]')) copy.setAttribute('data-passing', '');
  const style = element.getAttribute('style');
  if (style !== null) copy.setAttribute('data-style', style);
  for (const name of UNSTORED) copy.removeAttribute(name);
  return copy;
}

/**
 * Markup of the app's first screen that can be drawn again. What changes every second and what is `data-passing` only
 * holds its place; typed text and identifiers are left out. Styles are in `data-style`: the site's content policy
 * refuses style attributes.
 * @param withContent whether to include the screen's content, or only the frame around it
 */
export function screenMarkup(app: Element, withContent = true): string {
  const end = firstScreenEnd(app);
  const copy = document.createElement('div');
  for (const child of app.children) {
    const kept = storable(child, end);
    if (kept) copy.append(kept);
  }
  if (!withContent) copy.querySelector('main')?.replaceChildren();
  return copy.innerHTML;
}
