/// <reference lib="dom" />
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import * as z from 'zod/mini';
import { BLANK_PATH, withBlankPage } from './landing';
import { logIn, withSuite, PHONE, waitUntilOfflineReady, withBrowser } from './browser';
import { type Figure, percentile, type Section } from './section';

const ROUNDS = 15;
const CPU_SLOWDOWN = 4;
const TIMEOUT_MS = 120_000;
/** Maximum ratio of a screen's time to the blank page's. */
const MAX_RATIO = 1.1;
const SCREEN_KEY = 'quantalgo.screen ';
const REST_MS = 2000;

/**
 * Content to wait for. `room` and `home` may come from the snapshot. `app` and `homeApp` are drawn
 * by the app, so the screen responds to touch by then.
 */
const SELECTORS = {
  blank: '#root a',
  room: 'main li summary',
  app: 'body:not(:has(#kept)) #root main li summary',
  home: 'main section ul li',
  homeApp: 'body:not(:has(#kept)) #root main section ul li',
};
type Content = keyof typeof SELECTORS;

/**
 * Marks when each element is first painted, using Element Timing. Uses a single observer, because
 * observing slows the page. Runs in the page, so it can't use variables from outside.
 */
const markFirstPaint = (page: Page, selectors: Partial<typeof SELECTORS>): Promise<unknown> =>
  page.addInitScript((marks) => {
    let pending = Object.entries(marks);
    const observer = new MutationObserver(() => {
      pending = pending.filter(([mark, selector]) => {
        const element = document.querySelector(selector);
        if (element === null) return true;
        // Text is attributed to its block, which may be the element, a descendant or the parent.
        for (const candidate of [element.parentElement, element, ...element.querySelectorAll('*')])
          candidate?.setAttribute('elementtiming', mark);
        return false;
      });
      if (pending.length === 0) observer.disconnect();
    });
    observer.observe(document, { childList: true, subtree: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('identifier' in entry && typeof entry.identifier === 'string')
          performance.mark(entry.identifier, { startTime: entry.startTime });
    }).observe({ type: 'element', buffered: true });
  }, selectors);

/** In ms after the navigation started. */
async function readFirstPaint(page: Page, name: Content): Promise<number> {
  const handle = await page.waitForFunction(
    (mark) => performance.getEntriesByName(mark)[0]?.startTime ?? null,
    name,
  );
  return z.number().parse(await handle.jsonValue());
}

/**
 * Must be called before the app is opened, because the app's worker would otherwise serve the blank
 * page's path.
 * @throws Error if any worker but the blank page's own controls the page
 */
async function openBlank(page: Page, site: string): Promise<void> {
  await page.goto(`${site}${BLANK_PATH}`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  const worker = await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
  if (worker !== `${site}/blank-sw.js`)
    throw new Error(`The blank page was served by ${worker ?? 'no worker'}`);
}

const waitUntilStored = (page: Page, paths: readonly string[]): Promise<unknown> =>
  page.waitForFunction(
    (keys) => keys.every((key) => localStorage.getItem(key) !== null),
    paths.map((path) => `${SCREEN_KEY}${path}`),
  );

/** Opens the room again, because a change of the account deletes stored screens. */
async function openApp(page: Page, site: string): Promise<void> {
  await logIn(page, site);
  await page.locator(SELECTORS.app).first().waitFor();
  await waitUntilOfflineReady(page);
  await page.goto(`${site}${PATHS.dashboard}`);
  await page.locator(SELECTORS.homeApp).first().waitFor();
  await waitUntilStored(page, [PATHS.dashboard]);
  await page.goto(`${site}${PATHS.signals}`);
  await page.locator(SELECTORS.app).first().waitFor();
  await waitUntilStored(page, [PATHS.dashboard, PATHS.signals]);
}

const NO_NETWORK = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

/**
 * Throttles the page and cuts its network in the same session. In another session, a reloaded page
 * would still think that it is online and try to connect.
 */
async function throttleAndGoOffline(session: CDPSession): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NO_NETWORK);
}

const STOP_DELAY_MS = 300;

/** On a real device, the system has stopped idle workers long before the icon is tapped. */
async function stopWorkers(page: Page, session: CDPSession): Promise<void> {
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await page.waitForTimeout(STOP_DELAY_MS);
}

/** Opens a URL in the only tab, like a tap on the home-screen icon. Returns the paint times. */
async function timeOpening(
  context: BrowserContext,
  address: string,
  names: readonly Content[],
): Promise<number[]> {
  const page = await context.newPage();
  await markFirstPaint(page, Object.fromEntries(names.map((name) => [name, SELECTORS[name]])));
  const session = await context.newCDPSession(page);
  await stopWorkers(page, session);
  await throttleAndGoOffline(session);
  await page.goto(address);
  const times: number[] = [];
  for (const name of names) times.push(await readFirstPaint(page, name));
  await page.waitForTimeout(REST_MS);
  await page.close();
  return times;
}

/** Alternates between the pages, so that other load on the machine affects them equally. */
async function measureMedians(browser: Browser, site: string): Promise<Record<Content, number>> {
  const context = await browser.newContext({ viewport: PHONE });
  context.setDefaultTimeout(TIMEOUT_MS);
  const page = await context.newPage();
  await openBlank(page, site);
  await openApp(page, site);
  await page.close();
  await context.setOffline(true);
  const pages = [
    [BLANK_PATH, ['blank']],
    [PATHS.signals, ['room', 'app']],
    [PATHS.dashboard, ['home', 'homeApp']],
  ] as const;
  const times: Record<Content, number[]> = { blank: [], room: [], app: [], home: [], homeApp: [] };
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [path, names] of pages) {
      const paintTimes = await timeOpening(context, `${site}${path}`, names);
      // The first round is a warm-up.
      if (round > 0) names.forEach((name, index) => times[name].push(paintTimes[index] ?? NaN));
    }
  const median = (values: readonly number[]) => percentile(values, 0.5);
  return {
    blank: median(times.blank),
    room: median(times.room),
    app: median(times.app),
    home: median(times.home),
    homeApp: median(times.homeApp),
  };
}

function toFigures({ blank, room, app, home, homeApp }: Record<Content, number>): Figure[] {
  const toPaintFigure = (name: string, value: number) => ({ name, value, unit: 'ms' });
  const compareToBlank = (value: number) => ({ details: `${(value / blank).toFixed(2)} × blank` });
  return [
    toPaintFigure('blank page painted', blank),
    {
      ...toPaintFigure('first row of the Signal Stream painted', room),
      atMost: MAX_RATIO * blank,
      ...compareToBlank(room),
    },
    {
      ...toPaintFigure('the same row painted by the app itself', app),
      ...compareToBlank(app),
    },
    {
      ...toPaintFigure('first row of the Control Center painted', home),
      atMost: MAX_RATIO * blank,
      ...compareToBlank(home),
    },
    {
      ...toPaintFigure('the same row painted by the app itself', homeApp),
      ...compareToBlank(homeApp),
    },
  ];
}

export const reopen: Section = {
  title: `Opening offline in a new tab, worker stopped, against a blank React PWA, CPU ${CPU_SLOWDOWN}× throttled, medians of ${ROUNDS} alternating runs`,
  measure: async (signal) =>
    toFigures(
      await withBrowser((browser) =>
        withSuite(signal, ({ offset, site }) =>
          withBlankPage(offset, signal, () => measureMedians(browser, site)),
        ),
      ),
    ),
};
