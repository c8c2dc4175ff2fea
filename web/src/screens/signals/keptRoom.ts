import { useEffect, useLayoutEffect } from 'react';
import { showApp, storeScreen, WIDE } from '../../data/core/firstPaint';
import { whenIdle } from '../../data/core/whenIdle';
import { useMember } from '../../data/session/currentSession';
import type { SettledSignal } from './History';

/**
 * Takes the place of the room as it was last seen, once the stored signals are read, and keeps it anew as often as its
 * history changes.
 * @param settled undefined while they are read
 * @param dayEnd when today ends in the member's zone (epoch ms)
 */
export function useKeptRoom(settled: readonly SettledSignal[] | undefined, dayEnd: number): void {
  const uid = useMember()?.id;
  const isRead = settled !== undefined;
  useLayoutEffect(() => {
    if (isRead) showApp();
  }, [isRead]);
  useEffect(() => {
    if (uid === undefined || settled === undefined || settled.length === 0) return undefined;
    return whenIdle(() => {
      const app = document.getElementById('root');
      const seen = { uid, dayEnd, wide: matchMedia(WIDE).matches };
      if (app) storeScreen(seen, lastingMarkup(app));
    });
  }, [uid, settled, dayEnd]);
}

/** Lines of the history that are kept: a phone's first screen of them. */
const LINES = 10;

const LASTING = '[data-lasting]';

/** What stays, and what holds it. */
const isKept = (element: Element): boolean =>
  element.closest(LASTING) !== null || element.querySelector(LASTING) !== null;

/** What is there in other windows, or not yet. */
const isUndisplayed = (element: Element): boolean => getComputedStyle(element).display === 'none';

/** Somebody who has not scrolled sees nothing of it. */
const isBelow = (element: Element): boolean =>
  element.getBoundingClientRect().top + window.scrollY > window.innerHeight;

/** The day of the newest lines has a name that is hidden until the next one. */
const isLeftOut = (element: Element): boolean =>
  element.matches('dialog, details > :not(summary), [data-passing] > *') ||
  (!element.hasAttribute('hidden') &&
    (isUndisplayed(element) || (!isKept(element) && isBelow(element))));

/**
 * The markup of the app's first screen as it can be shown again: what is marked `data-lasting` stays true, all else only
 * holds its place; of `data-passing` the place alone is kept. Lines of the history are closed; identifiers and style
 * attributes, which the site's content policy refuses, are left out.
 */
export function lastingMarkup(app: Element): string {
  const copy = document.createElement('div');
  copy.append(...app.cloneNode(true).childNodes);
  const copies = [...copy.querySelectorAll('*')];
  const leftOut = [...app.querySelectorAll('*')].map(isLeftOut);
  copies.forEach((element, index) => {
    if (leftOut[index] === true) element.remove();
    for (const name of ['id', 'style', 'open']) element.removeAttribute(name);
  });
  for (const line of [...copy.querySelectorAll('li:has(> details)')].slice(LINES)) line.remove();
  return copy.innerHTML;
}
