import type { Page } from '@playwright/test';

/** Waits for two frames: a layout shift is only known once it is painted. */
export const waitForPaint = (page: Page): Promise<unknown> =>
  page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
