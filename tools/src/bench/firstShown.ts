/// <reference lib="dom" />
import { type Page } from '@playwright/test';
import * as z from 'zod/mini';

const MARK = 'first shown';

/**
 * Lets every page of this tab note when what each selector finds was first painted: in the frame after the one that draws it.
 * One observer for all of them, as it is in the way of the page. The function runs in the page, so it names nothing from here.
 * @param shown what finds it; `also`: further selectors, by the name of what they find
 */
export async function noteFirstShown(
  page: Page,
  shown: string,
  also: Readonly<Record<string, string>> = {},
): Promise<void> {
  await page.addInitScript(
    (marks) => {
      let left = Object.entries(marks);
      const observer = new MutationObserver(() => {
        left = left.filter(([mark, wanted]) => {
          if (document.querySelector(wanted) === null) return true;
          requestAnimationFrame(() => requestAnimationFrame(() => performance.mark(mark)));
          return false;
        });
        if (left.length === 0) observer.disconnect();
      });
      observer.observe(document, { childList: true, subtree: true });
    },
    { [MARK]: shown, ...also },
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
