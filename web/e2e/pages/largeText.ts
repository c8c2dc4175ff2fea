import { expect, type Page } from '@playwright/test';
import { expectSettled, listOverflow } from './visit';

/** Small, with text at 200%. */
export const SMALL_PHONE = { width: 360, height: 740 };

/** How long the layout may take to follow the text's size. */
const SETTLE_MS = 5000;

/** Texts that are cut off at the edge of the page or of a box. Boxes that scroll don't count. */
const listCutTexts = (page: Page) =>
  page.evaluate(() => {
    /** False for texts that nobody sees, lines that end with dots, and labels in charts. */
    const isComplete = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !element.closest('.sr-only, [inert], option, svg, [class*="overflow-x-auto"], .truncate');
    const getRight = (element: Element) => {
      let right = innerWidth;
      for (let box: Element | null = element; box; box = box.parentElement) {
        const { overflowX, clipPath } = getComputedStyle(box);
        // Hidden on purpose: only screen readers get the text.
        if (clipPath !== 'none') return Infinity;
        if (overflowX !== 'visible') right = Math.min(right, box.getBoundingClientRect().right);
      }
      return right;
    };
    const cut: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const { parentElement: element, textContent } = node;
      if (!element || !textContent?.trim() || !isComplete(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      if (range.getBoundingClientRect().right > getRight(element) + 1) cut.push(textContent);
    }
    return cut;
  });

/** Opens the path with text at 200%. Nothing may scroll sideways or be cut off. */
export async function expectLargeTextFits(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expectSettled(page);
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  const measure = async () => ({
    overflow: await listOverflow(page),
    cutTexts: await listCutTexts(page),
  });
  await expect
    .poll(measure, { message: path, timeout: SETTLE_MS })
    .toEqual({ overflow: [], cutTexts: [] });
}
