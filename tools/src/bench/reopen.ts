/// <reference lib="dom" />
import { chromium, type BrowserContext, type Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts';
import { requireChromium } from '../../emulators/install';
import { CHROMIUM_FLAGS } from '../../emulators/chromiumFlags';
import { linesWith } from '../suite/command';
import { PASSWORD } from '../suite/accounts';
import { addressesOf } from '../suite/environment';
import { onOwnSuite } from '../suite/suite';
import { type Offset, portsAt } from '../suite/ports';
import { BLANK_PATH, withBlankPage } from './blankPage';
import { firstShown, noteFirstShown } from './firstShown';
import { percentile } from './percentile';
import { type Figure, type Section } from './section';

const ROUNDS = 15;
const CPU_SLOWDOWN = 4;
const MEMBER = 'essential@quantalgo.test';
const PHONE = { width: 390, height: 844 };
/** On a busy machine a first login takes long. */
const PATIENCE_MS = 120_000;
/** How much longer than the blank page the Signal Room may take. */
const MOST = 1.25;
/** So long each page is left alone before it is loaded anew: what the app does after its first paint is over by then. */
const REST_MS = 2000;

/** What each page is there for: the blank one's only words, and a line of the room's history, from whenever it was drawn. */
const SHOWN = { blank: '#root a', room: 'main li summary' };
/** The same line drawn by the app, in place of what was kept: from then on it answers to a touch. */
const BY_APP = {
  name: 'shown by the app',
  selector: 'body:not(:has(#kept)) #root main li summary',
};

/** Waits until a worker controls the page and holds all that it needs offline. */
const workerReady = (page: Page) =>
  page.evaluate(async () => {
    const { serviceWorker } = navigator;
    await serviceWorker.ready;
    await new Promise<void>((resolve) => {
      serviceWorker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (JSON.stringify(data).includes('"status":"ready"')) resolve();
      });
      serviceWorker.startMessages();
      serviceWorker.controller?.postMessage({ type: 'tell-kit' });
    });
  });

async function openRoom(context: BrowserContext, site: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(`${site}${PATHS.signals}`);
  await page.getByLabel('Email').fill(MEMBER);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.locator(SHOWN.room).first().waitFor();
  await workerReady(page);
  await noteFirstShown(page, SHOWN.room, { [BY_APP.name]: BY_APP.selector });
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
  await noteFirstShown(page, SHOWN.blank);
  return page;
}

async function reloaded(page: Page): Promise<number> {
  await page.bringToFront();
  await page.reload();
  const shownAt = await firstShown(page);
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
async function mediansOn(site: string, executablePath: string) {
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  try {
    const context = await browser.newContext({ viewport: PHONE });
    context.setDefaultTimeout(PATIENCE_MS);
    const blank = await openBlank(context, site);
    const room = await openRoom(context, site);
    await context.setOffline(true);
    for (const page of [room, blank]) {
      await slowOffline(page);
      await reloaded(page);
    }
    const times: Record<'blank' | 'room' | 'app', number[]> = { blank: [], room: [], app: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      times.blank.push(await reloaded(blank));
      times.room.push(await reloaded(room));
      times.app.push(await firstShown(room, BY_APP.name));
    }
    const median = (of: readonly number[]) => percentile(of, 0.5);
    return { blank: median(times.blank), room: median(times.room), app: median(times.app) };
  } finally {
    await browser.close();
  }
}

/** What opening the app again without a network costs, beside a page that shows nothing. */
export const reopen: Section = {
  title: `Reloads offline beside a blank React PWA on the same server, ${ROUNDS} of each in turn, CPU ${CPU_SLOWDOWN} × slower: medians`,
  async measure(stopped) {
    const executablePath = await requireChromium(linesWith('  browser: '));
    const { blank, room, app } = await onOwnSuite(stopped, (offset: Offset) =>
      withBlankPage(offset, stopped, () =>
        mediansOn(addressesOf(portsAt(offset)).site, executablePath),
      ),
    );
    const figures: Figure[] = [
      { name: 'blank page painted', value: blank, unit: 'ms' },
      {
        name: 'a line of the Signal Room painted',
        value: room,
        unit: 'ms',
        atMost: MOST * blank,
        beside: `${(room / blank).toFixed(2)} × blank`,
      },
      {
        name: 'the same by the app, in place of what was kept',
        value: app,
        unit: 'ms',
        beside: `${(app / blank).toFixed(2)} × blank`,
      },
    ];
    return figures;
  },
};
