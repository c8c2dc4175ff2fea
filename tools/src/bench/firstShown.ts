/// <reference lib="dom" />
import { type Page } from '@playwright/test';
import * as z from 'zod/mini';

const MARK = 'first shown';

/**
 * Lets every page of this tab note when what `selector` finds was first painted: in the frame after the one that draws it.
 * The function runs in the page, so it names nothing from here.
 * @param name of what is noted, where a page notes more than one thing
 */
export async function noteFirstShown(page: Page, selector: string, name = MARK): Promise<void> {
  await page.addInitScript(
    ([wanted, mark]) => {
      const observer = new MutationObserver(() => {
        if (document.querySelector(wanted) === null) return;
        observer.disconnect();
        requestAnimationFrame(() => requestAnimationFrame(() => performance.mark(mark)));
      });
      observer.observe(document, { childList: true, subtree: true });
    },
    [selector, name] as const,
  );
}

/** When that was, in ms after the navigation began; waits for it. */
export async function firstShown(page: Page, name = MARK): Promise<number> {
  const noted = await page.waitForFunction(
    (mark) => performance.getEntriesByName(mark)[0]?.startTime ?? null,
    name,
  );
  return z.number().parse(await noted.jsonValue());
}
