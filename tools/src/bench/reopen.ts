/// <reference lib="dom" />
import type { Browser, BrowserContext, CDPSession, Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import * as z from 'zod/mini';
import { BLANK_PATH, withBlankPage } from './landing';
import { logIn, onSuite, PHONE, readyForOffline, withBrowser } from './browser';
import { type Figure, percentile, type Section } from './section';

const ROUNDS = 15;
const CPU_SLOWDOWN = 4;
/** Generous, because a first login is slow on a busy machine. */
const PATIENCE_MS = 120_000;
/** Maximum time of a screen as a multiple of the blank page's. */
const MAX_RATIO = 1.1;
/** Time (ms) after which a screen at rest is kept. */
const KEPT_AFTER_MS = 6000;
/** Idle time (ms) after each opening, for the app's work after its first paint to finish. */
const REST_MS = 2000;

/**
 * The content to wait for: the blank page's only words; a line of the room's history and of the Control Center's
 * last signals, from the snapshot or the app; and the same drawn by the app, which is when they respond to touch.
 */
const SHOWN = {
  blank: '#root a',
  room: 'main li summary',
  app: 'body:not(:has(#kept)) #root main li summary',
  home: 'main section ul li',
  homeApp: 'body:not(:has(#kept)) #root main section ul li',
};
type Shown = keyof typeof SHOWN;

/**
 * Makes the pages of this tab mark when each of these is first painted, as the browser's Element Timing says. Only one
 * observer, because observing slows the page. The function runs in the page: no outer names.
 */
const noteFirstPaint = (page: Page, wanted: Partial<typeof SHOWN>): Promise<unknown> =>
  page.addInitScript((marks) => {
    let left = Object.entries(marks);
    const observer = new MutationObserver(() => {
      left = left.filter(([mark, selector]) => {
        const found = document.querySelector(selector);
        if (found === null) return true;
        // Text counts for the block that it stands in: the element itself, one within it, or the one around it.
        for (const one of [found.parentElement, found, ...found.querySelectorAll('*')])
          one?.setAttribute('elementtiming', mark);
        return false;
      });
      if (left.length === 0) observer.disconnect();
    });
    observer.observe(document, { childList: true, subtree: true });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries())
        if ('identifier' in entry && typeof entry.identifier === 'string')
          performance.mark(entry.identifier, { startTime: entry.startTime });
    }).observe({ type: 'element', buffered: true });
  }, wanted);

/** Waits for that mark; returns its time in ms after the navigation began. */
async function firstPaint(page: Page, name: Shown): Promise<number> {
  const noted = await page.waitForFunction(
    (mark) => performance.getEntriesByName(mark)[0]?.startTime ?? null,
    name,
  );
  return z.number().parse(await noted.jsonValue());
}

/**
 * Opens the blank page. Must come before the app, whose worker would otherwise answer at the blank page's path while
 * that has no worker.
 * @throws Error if any worker but the blank page's own controls it
 */
async function openBlank(page: Page, site: string): Promise<void> {
  await page.goto(`${site}${BLANK_PATH}`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  const worker = await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
  if (worker !== `${site}/blank-sw.js`)
    throw new Error(`The blank page is answered by ${worker ?? 'no worker'}`);
}

/** Opens the room, and the start screen of the installed app, so that both are kept. */
async function openApp(page: Page, site: string): Promise<void> {
  await logIn(page, site);
  await page.locator(SHOWN.app).first().waitFor();
  await readyForOffline(page);
  await page.waitForTimeout(KEPT_AFTER_MS);
  await page.goto(`${site}${PATHS.dashboard}`);
  await page.locator(SHOWN.homeApp).first().waitFor();
  await page.waitForTimeout(KEPT_AFTER_MS);
}

const NO_NETWORK = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

/**
 * Throttles a page. Also cuts its network in this session: otherwise a reloaded page takes itself to be online, and
 * tries.
 */
async function slowOffline(session: CDPSession): Promise<void> {
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NO_NETWORK);
}

/** Time (ms) that the browser is given to stop the workers. */
const ASLEEP_AFTER_MS = 300;

/** Stops all service workers, as the system has long done when somebody taps the icon. */
async function sendWorkersToSleep(page: Page, session: CDPSession): Promise<void> {
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  await page.waitForTimeout(ASLEEP_AFTER_MS);
}

/** Opens an address in a tab of its own, as the icon does: no other is open. Returns when each of these was painted. */
async function opened(
  context: BrowserContext,
  address: string,
  names: readonly Shown[],
): Promise<number[]> {
  const page = await context.newPage();
  await noteFirstPaint(page, Object.fromEntries(names.map((name) => [name, SHOWN[name]])));
  const session = await context.newCDPSession(page);
  await sendWorkersToSleep(page, session);
  await slowOffline(session);
  await page.goto(address);
  const times: number[] = [];
  for (const name of names) times.push(await firstPaint(page, name));
  await page.waitForTimeout(REST_MS);
  await page.close();
  return times;
}

/** Takes the pages in turn, so that other load on the machine affects all of them alike. */
async function mediansOn(browser: Browser, site: string): Promise<Record<Shown, number>> {
  const context = await browser.newContext({ viewport: PHONE });
  context.setDefaultTimeout(PATIENCE_MS);
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
  const times: Record<Shown, number[]> = { blank: [], room: [], app: [], home: [], homeApp: [] };
  for (let round = 0; round <= ROUNDS; round += 1)
    for (const [path, names] of pages) {
      const painted = await opened(context, `${site}${path}`, names);
      // The first of each warms the browser up.
      if (round > 0) names.forEach((name, index) => times[name].push(painted[index] ?? NaN));
    }
  const median = (of: readonly number[]) => percentile(of, 0.5);
  return {
    blank: median(times.blank),
    room: median(times.room),
    app: median(times.app),
    home: median(times.home),
    homeApp: median(times.homeApp),
  };
}

function figuresOf({ blank, room, app, home, homeApp }: Record<Shown, number>): Figure[] {
  const painted = (name: string, value: number) => ({ name, value, unit: 'ms' });
  const beside = (value: number) => ({ beside: `${(value / blank).toFixed(2)} × blank` });
  return [
    painted('blank page painted', blank),
    {
      ...painted('a line of the Signal Room painted', room),
      atMost: MAX_RATIO * blank,
      ...beside(room),
    },
    { ...painted('the same by the app, in place of what was kept', app), ...beside(app) },
    {
      ...painted('a line of the Control Center painted', home),
      atMost: MAX_RATIO * blank,
      ...beside(home),
    },
    { ...painted('the same by the app, in place of what was kept', homeApp), ...beside(homeApp) },
  ];
}

/** The cost of reopening the app without a network, relative to a blank page. */
export const reopen: Section = {
  title: `Opened offline in an empty tab, its worker asleep, beside a blank React PWA on the same server, ${ROUNDS} of each in turn, CPU ${CPU_SLOWDOWN} × slower: medians`,
  measure: async (stopped) =>
    figuresOf(
      await withBrowser((browser) =>
        onSuite(stopped, ({ offset, site }) =>
          withBlankPage(offset, stopped, () => mediansOn(browser, site)),
        ),
      ),
    ),
};
