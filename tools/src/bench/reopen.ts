/// <reference lib="dom" />
import { type Browser, type BrowserContext, type Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts';
import * as z from 'zod/mini';
import { BLANK_PATH, withBlankPage } from './landing';
import { logIn, onSuite, openAnew, PHONE, readyForOffline, withBrowser } from './browser';
import { type Figure, percentile, type Section } from './section';

const ROUNDS = 15;
const CPU_SLOWDOWN = 4;
/** Generous, because a first login is slow on a busy machine. */
const PATIENCE_MS = 120_000;
/** Maximum time of a screen as a multiple of the blank page's. */
const MOST = 1.1;
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
 * Makes each page of this tab mark when each of these is first painted: in the frame after the one that draws it. Only
 * one observer, because observing slows the page. The function runs in the page: no outer names.
 */
const noteFirstShown = (page: Page, wanted: Partial<typeof SHOWN>): Promise<unknown> =>
  page.addInitScript((marks) => {
    let left = Object.entries(marks);
    const observer = new MutationObserver(() => {
      left = left.filter(([mark, selector]) => {
        if (document.querySelector(selector) === null) return true;
        requestAnimationFrame(() => requestAnimationFrame(() => performance.mark(mark)));
        return false;
      });
      if (left.length === 0) observer.disconnect();
    });
    observer.observe(document, { childList: true, subtree: true });
  }, wanted);

/** Waits for that mark; returns its time in ms after the navigation began. */
async function firstShown(page: Page, name: Shown): Promise<number> {
  const noted = await page.waitForFunction(
    (mark) => performance.getEntriesByName(mark)[0]?.startTime ?? null,
    name,
  );
  return z.number().parse(await noted.jsonValue());
}

async function openRoom(context: BrowserContext, site: string): Promise<Page> {
  const page = await context.newPage();
  await logIn(page, site);
  await page.locator(SHOWN.room).first().waitFor();
  await readyForOffline(page);
  await noteFirstShown(page, { room: SHOWN.room, app: SHOWN.app });
  return page;
}

/** The start screen of the installed app, in a tab beside the room. */
async function openHome(context: BrowserContext, site: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${site}${PATHS.dashboard}`);
  await page.locator(SHOWN.homeApp).first().waitFor();
  await noteFirstShown(page, { home: SHOWN.home, homeApp: SHOWN.homeApp });
  return page;
}

/**
 * Opens the blank page. Must come before the app, whose worker would otherwise answer at the blank page's path while
 * that has no worker.
 * @throws Error if any worker but the blank page's own controls it
 */
async function openBlank(context: BrowserContext, site: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${site}${BLANK_PATH}`);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  const worker = await page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
  if (worker !== `${site}/blank-sw.js`)
    throw new Error(`The blank page is answered by ${worker ?? 'no worker'}`);
  await noteFirstShown(page, { blank: SHOWN.blank });
  return page;
}

async function reopened(page: Page, name: Shown): Promise<number> {
  await openAnew(page);
  const shownAt = await firstShown(page, name);
  await page.waitForTimeout(REST_MS);
  return shownAt;
}

const NO_NETWORK = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

/**
 * Throttles a page. Also cuts its network in this session: otherwise a reloaded page takes itself to be online, and
 * tries.
 */
async function slowOffline(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NO_NETWORK);
}

/** Takes the pages in turn, so that other load on the machine affects all of them alike. */
async function mediansOn(browser: Browser, site: string): Promise<Record<Shown, number>> {
  const context = await browser.newContext({ viewport: PHONE });
  context.setDefaultTimeout(PATIENCE_MS);
  const blank = await openBlank(context, site);
  const room = await openRoom(context, site);
  const home = await openHome(context, site);
  await context.setOffline(true);
  for (const [page, name] of [
    [room, 'room'],
    [home, 'home'],
    [blank, 'blank'],
  ] as const) {
    await slowOffline(page);
    await reopened(page, name);
  }
  const times: Record<Shown, number[]> = { blank: [], room: [], app: [], home: [], homeApp: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.blank.push(await reopened(blank, 'blank'));
    times.room.push(await reopened(room, 'room'));
    times.app.push(await firstShown(room, 'app'));
    times.home.push(await reopened(home, 'home'));
    times.homeApp.push(await firstShown(home, 'homeApp'));
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
      atMost: MOST * blank,
      ...beside(room),
    },
    { ...painted('the same by the app, in place of what was kept', app), ...beside(app) },
    {
      ...painted('a line of the Control Center painted', home),
      atMost: MOST * blank,
      ...beside(home),
    },
    { ...painted('the same by the app, in place of what was kept', homeApp), ...beside(homeApp) },
  ];
}

/** The cost of reopening the app without a network, relative to a blank page. */
export const reopen: Section = {
  title: `Opened offline in an empty tab beside a blank React PWA on the same server, ${ROUNDS} of each in turn, CPU ${CPU_SLOWDOWN} × slower: medians`,
  measure: async (stopped) =>
    figuresOf(
      await withBrowser((browser) =>
        onSuite(stopped, ({ offset, site }) =>
          withBlankPage(offset, stopped, () => mediansOn(browser, site)),
        ),
      ),
    ),
};
