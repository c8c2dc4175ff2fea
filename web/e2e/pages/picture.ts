import type { BrowserContext, Page } from '@playwright/test';
import type { THEMES } from './cases';
import { expectSettled } from './visit';

const WINDOW_HEIGHT = 800;

/** Opens a page, fully loaded and without motion. */
export async function openSettled(
  context: BrowserContext,
  path: string,
  colorScheme: (typeof THEMES)[number],
): Promise<Page> {
  const page = await context.newPage();
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await page.goto(path);
  await expectSettled(page);
  return page;
}

async function resize(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.waitForFunction(
    (size) => `${innerWidth} × ${innerHeight}` === size,
    `${width} × ${height}`,
  );
}

/** Takes the whole page at this width (px), in a window as high as its content, so that its bars are at the ends. */
export async function takeWhole(page: Page, width: number, path: string): Promise<void> {
  await resize(page, width, WINDOW_HEIGHT);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await resize(page, width, Math.max(height, WINDOW_HEIGHT));
  await page.screenshot({ path, animations: 'disabled' });
}
