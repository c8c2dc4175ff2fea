/// <reference lib="dom" />
import { type Page } from '@playwright/test';
import * as z from 'zod/mini';

/**
 * Lets every page of this tab note when each signal card was painted: as a performance mark with the words on the card's
 * seal, made in the frame after the one that draws it. The function runs in the page, so it names nothing from here.
 */
export async function notePaints(page: Page): Promise<void> {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      for (const { textContent: words } of document.querySelectorAll('article button'))
        if (words !== '' && performance.getEntriesByName(`drawn ${words}`).length === 0) {
          performance.mark(`drawn ${words}`);
          requestAnimationFrame(() =>
            requestAnimationFrame(() => performance.mark(words, { detail: Date.now() })),
          );
        }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
}

/** When (epoch ms) the card whose seal bears these words was painted; waits for it. */
export async function paintedAt(page: Page, words: string): Promise<number> {
  const noted = await page.waitForFunction((name) => {
    const [mark] = performance.getEntriesByName(name);
    if (!(mark instanceof PerformanceMark)) return null;
    const at: unknown = mark.detail;
    return { at };
  }, words);
  return z.object({ at: z.number() }).parse(await noted.jsonValue()).at;
}
