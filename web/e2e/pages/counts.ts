import type { Page } from '@playwright/test';
import { PATHS, type Path } from '@quantalgo/contracts/core/paths';
import type { Role } from './places';

/** Px. */
export const PHONE = { width: 390, height: 844 } as const;

/** Every screen's share of moved content while it loads. */
export const MAX_LAYOUT_SHIFT = 0.02;

export interface CountedScreen {
  readonly path: Path;
  readonly role: Role;
  /** Most distinct figures in the first screen and in the first two. */
  readonly first: number;
  readonly two: number;
  /** Of the whole page. */
  readonly words?: number;
  /** Px. */
  readonly height?: number;
}

export const COUNTED_SCREENS: readonly CountedScreen[] = [
  { path: PATHS.dashboard, role: 'starter', first: 14, two: 18 },
  { path: PATHS.dashboard, role: 'essential', first: 14, two: 18 },
  { path: PATHS.signals, role: 'starter', first: 18, two: 26 },
  { path: PATHS.performance, role: 'essential', first: 13, two: 15 },
  { path: PATHS.community, role: 'essential', first: 12, two: 20 },
  { path: PATHS.essentialRoom, role: 'essential', first: 12, two: 20 },
  { path: PATHS.botAccess, role: 'essential', first: 12, two: 20 },
  { path: PATHS.platinumStream, role: 'essential', first: 12, two: 20 },
  { path: PATHS.landing, role: 'visitor', first: 12, two: 20, words: 550, height: 4600 },
];

export interface Counts {
  readonly first: readonly string[];
  readonly two: readonly string[];
  readonly words: number;
  readonly height: number;
  /** Controls below 44 px, links inside sentences excepted: `Close 40 × 40`. */
  readonly smallTargets: readonly string[];
}

/** Runs in the page; see `tools/src/counts.ts` for what a figure is. */
function countInPage(screenHeight: number): Counts {
  const MIN_TARGET = 44;
  const ROWS = 'li, tbody, article, [role=log], [role=listitem]';
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [role=switch]';
  const FIGURE = /[−+]?\d[\d,]*(?:[.:]\d+)*/g;
  const main = document.querySelector('main') ?? document.body;
  const isVisible = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !element.closest('.sr-only');
  const figures = { first: new Set<string>(), two: new Set<string>() };
  let words = 0;
  const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const { parentElement: parent, nodeValue } = node;
    const text = nodeValue?.trim() ?? '';
    if (text === '' || !parent || parent.closest('script, style') || !isVisible(parent)) continue;
    words += text.split(/\s+/).length;
    if (parent.closest(ROWS)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const top = range.getBoundingClientRect().top + scrollY;
    for (const [figure] of text.matchAll(FIGURE)) {
      if (top < screenHeight) figures.first.add(figure);
      if (top < 2 * screenHeight) figures.two.add(figure);
    }
  }
  const isInSentence = (element: Element) =>
    element.matches('a') && getComputedStyle(element).display === 'inline';
  const smallTargets = [...main.querySelectorAll(CONTROLS)].flatMap((element) => {
    if (!isVisible(element) && !element.matches('input')) return [];
    const { width, height } = (element.closest('label') ?? element).getBoundingClientRect();
    if (width === 0 || isInSentence(element)) return [];
    const name = element.getAttribute('aria-label') ?? element.textContent.trim().slice(0, 40);
    return width < MIN_TARGET - 0.5 || height < MIN_TARGET - 0.5
      ? [`${name} ${Math.round(width)} × ${Math.round(height)}`]
      : [];
  });
  return {
    first: [...figures.first],
    two: [...figures.two],
    words,
    height: document.documentElement.scrollHeight,
    smallTargets,
  };
}

export const countOn = (page: Page): Promise<Counts> => page.evaluate(countInPage, PHONE.height);

declare global {
  var layoutShift: number | undefined;
}

/** Call it before the page is opened. */
export const recordLayoutShift = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    globalThis.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if (
          'value' in entry &&
          typeof entry.value === 'number' &&
          !('hadRecentInput' in entry && entry.hadRecentInput === true)
        )
          globalThis.layoutShift = (globalThis.layoutShift ?? 0) + entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

export const readLayoutShift = (page: Page): Promise<number> =>
  page.evaluate(() => globalThis.layoutShift ?? 0);
