import { PATHS } from '@quantalgo/contracts/core/paths';
import type { BrowserContext, Page } from '@playwright/test';
import { expectComplete } from './complete';
import { readStoredSignals } from './device';
import { expect } from './journey';
import { locateCard, expectLive } from './room';
import { publisher } from './suite';

/** A tab's request to the product's servers. */
export interface Asked {
  readonly page: Page;
  readonly what: string;
}

export const isStream = (url: URL) => url.pathname.endsWith('/Listen/channel');

/** A request's name; null for files and for the long polls of an open stream. */
function getRequestName(method: string, url: URL): string | null {
  if (isStream(url)) {
    if (!url.searchParams.has('SID')) return 'stream';
    return method === 'GET' ? null : 'words on the stream';
  }
  return /^\/(api|auth)\//.test(url.pathname) ? `${method} ${url.pathname}` : null;
}

/** Records the requests of a context's tabs from now on. */
export function recordRequests(context: BrowserContext): Asked[] {
  const asked: Asked[] = [];
  context.on('request', (request) => {
    // Requests of the service worker belong to no tab.
    const what = request.serviceWorker()
      ? null
      : getRequestName(request.method(), new URL(request.url()));
    if (what !== null) asked.push({ page: request.frame().page(), what });
  });
  return asked;
}

export const countRequests = (asked: readonly Asked[], what: string, page?: Page): number =>
  asked.filter((one) => one.what === what && (page === undefined || one.page === page)).length;

/** Opens another tab of the same member and waits until its room is live. */
export async function openTab(context: BrowserContext): Promise<Page> {
  const tab = await context.newPage();
  await tab.goto(PATHS.signals);
  await expectLive(tab);
  return tab;
}

/** Hides the page, as another tab in front of it does, or shows it again. */
export const hide = (page: Page, isHidden: boolean): Promise<void> =>
  page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden });
    document.dispatchEvent(new Event('visibilitychange'));
  }, isHidden);

/** Waits until this tab has opened the stream. */
export const expectLeads = (asked: readonly Asked[], tab: Page): Promise<void> =>
  expect.poll(() => countRequests(asked, 'stream', tab)).toBeGreaterThan(0);

/** Publishes a signal and waits until the tab shows it once and the device has every signal once. */
export async function expectNextSignal(tab: Page, uid: string): Promise<void> {
  const { signal } = await (await publisher).publish();
  await expect(locateCard(tab, signal)).toHaveCount(1);
  await expectComplete(tab, uid);
  const ids = (await readStoredSignals(tab, uid)).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
}

/** Shows a hidden page with its clock 40 s ahead, as after the device slept. */
export const wake = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const { now } = Date;
    Date.now = () => now() + 40_000;
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => false });
    document.dispatchEvent(new Event('visibilitychange'));
    Date.now = now;
  });
