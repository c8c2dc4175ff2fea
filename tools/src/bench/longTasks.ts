/// <reference lib="dom" />
import { type Page } from '@playwright/test';

const MARK = 'long task';

/** Lets the open page note its long tasks from now on. */
export const noteLongTasks = (page: Page): Promise<void> =>
  page.evaluate((mark) => {
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) performance.mark(mark, { detail: duration });
    }).observe({ type: 'longtask' });
  }, MARK);

/** How long (ms) each of them took. */
export const longTasksOf = (page: Page): Promise<number[]> =>
  page.evaluate(
    (mark) =>
      performance
        .getEntriesByName(mark)
        .map((entry) => (entry instanceof PerformanceMark ? Number(entry.detail) : 0)),
    MARK,
  );
