/// <reference lib="dom" />
import { type Browser, type BrowserContext, type Page } from '@playwright/test';
import * as z from 'zod/mini';
import { BLANK_PATH, withBlankPage } from './landing';
import { logIn, onSuite, PHONE, readyForOffline, withBrowser } from './browser';
import { type Figure, percentile, type Section } from './section';

const ROUNDS = 15;
const CPU_SLOWDOWN = 4;
/** On a busy machine a first login takes long. */
const PATIENCE_MS = 120_000;
/** How much longer than the blank page the Signal Room may take. */
const MOST = 1.25;
/** So long each page is left alone before it is loaded anew: what the app does after its first paint is over by then. */
const REST_MS = 2000;

/** The content of each page: the blank one's only words; a line of the room's history, whenever it was drawn; and the
 * same line drawn by the app, in place of the stored one: from then on it answers to a touch. */
const SHOWN = {
  blank: '#root a',
  room: 'main li summary',
  app: 'body:not(:has(#kept)) #root main li summary',
};
type Shown = keyof typeof SHOWN;

/**
 * Lets every page of this tab mark when each of these was first painted: in the frame after the one that draws it. One
 * observer for all of them, as it is in the way of the page. The function runs in the page, so it names nothing from here.
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

/** When that was, in ms after the navigation began; waits for it. */
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

/**
 * To be opened before the app: its worker answers below the path of the blank page too, where that has none of its own yet.
 * @throws Error when another worker than the blank page's own answers it
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

async function reloaded(page: Page, name: Shown): Promise<number> {
  await page.bringToFront();
  await page.reload();
  const shownAt = await firstShown(page, name);
  await page.waitForTimeout(REST_MS);
  return shownAt;
}

const NO_NETWORK = { offline: true, latency: 0, downloadThroughput: -1, uploadThroughput: -1 };

/**
 * Slows a page down. Its network is cut here too: beside a session that knows nothing of that, a page which is loaded anew
 * takes itself to be online, and tries.
 */
async function slowOffline(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', NO_NETWORK);
}

/** One after the other, so that whatever else the machine does meets both alike. */
async function mediansOn(browser: Browser, site: string): Promise<Record<Shown, number>> {
  const context = await browser.newContext({ viewport: PHONE });
  context.setDefaultTimeout(PATIENCE_MS);
  const blank = await openBlank(context, site);
  const room = await openRoom(context, site);
  await context.setOffline(true);
  for (const page of [room, blank]) {
    await slowOffline(page);
    await reloaded(page, page === room ? 'room' : 'blank');
  }
  const times: Record<Shown, number[]> = { blank: [], room: [], app: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.blank.push(await reloaded(blank, 'blank'));
    times.room.push(await reloaded(room, 'room'));
    times.app.push(await firstShown(room, 'app'));
  }
  const median = (of: readonly number[]) => percentile(of, 0.5);
  return { blank: median(times.blank), room: median(times.room), app: median(times.app) };
}

function figuresOf({ blank, room, app }: Record<Shown, number>): Figure[] {
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
  ];
}

/** What opening the app again without a network costs, beside a page that shows nothing. */
export const reopen: Section = {
  title: `Reloads offline beside a blank React PWA on the same server, ${ROUNDS} of each in turn, CPU ${CPU_SLOWDOWN} × slower: medians`,
  measure: async (stopped) =>
    figuresOf(
      await withBrowser((browser) =>
        onSuite(stopped, ({ offset, site }) =>
          withBlankPage(offset, stopped, () => mediansOn(browser, site)),
        ),
      ),
    ),
};
