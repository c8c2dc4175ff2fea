/// <reference lib="dom" />
import type { Browser, CDPSession, Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { gzipSync } from 'node:zlib';
import * as z from 'zod/mini';
import {
  expectLive,
  logIn,
  withSuite,
  reopenPage,
  type DedicatedSuite,
  PHONE,
  waitUntilOfflineReady,
  withBrowser,
} from './browser';
import { openPublisher } from '../suite/scheduler';
import { type Figure, percentile, type Section } from './section';

const ROUNDS = 9;
const CPU_SLOWDOWN = 4;
const ROUND_TRIP_MS = 150;
const TIMEOUT_MS = 120_000;
const REST_MS = 2000;
const MAX_LIVE_MS = 1800;
const MAX_JS_KB = 285;

const SCREENS = [PATHS.dashboard, PATHS.signals] as const;

/**
 * Marks when the app first reports that it is live. Runs in the page, so it can't use outer names.
 */
const markLive = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      const statuses = [...document.querySelectorAll('#root header [role=status]')];
      if (document.getElementById('kept') || !statuses.some((one) => one.textContent === 'Live'))
        return;
      observer.disconnect();
      performance.mark('live');
    });
    observer.observe(document, { childList: true, subtree: true, characterData: true });
  });

const liveSchema = z.object({ at: z.number(), scripts: z.array(z.string()) });

/**
 * Returns the mark's time (ms after the navigation started) and the scripts requested until then.
 */
async function readFirstLive(page: Page): Promise<z.infer<typeof liveSchema>> {
  const handle = await page.waitForFunction(() => {
    const at = performance.getEntriesByName('live')[0]?.startTime;
    if (at === undefined) return null;
    const scripts = performance
      .getEntriesByType('resource')
      .filter(({ name, startTime }) => name.endsWith('.js') && startTime <= at)
      .map(({ name }) => name);
    return { at, scripts };
  });
  return liveSchema.parse(await handle.jsonValue());
}

async function throttle(session: CDPSession, isSlow: boolean): Promise<void> {
  const rate = isSlow ? CPU_SLOWDOWN : 1;
  const latency = isSlow ? ROUND_TRIP_MS : 0;
  const conditions = { offline: false, downloadThroughput: -1, uploadThroughput: -1, latency };
  await session.send('Emulation.setCPUThrottlingRate', { rate });
  await session.send('Network.emulateNetworkConditions', conditions);
}

async function measureKilobytes(urls: readonly string[]): Promise<number> {
  const texts = await Promise.all(urls.map(async (url) => (await fetch(url)).text()));
  return texts.reduce((sum, text) => sum + gzipSync(text, { level: 9 }).length, 0) / 1000;
}

async function measureScreen(page: Page, session: CDPSession, path: string): Promise<Figure[]> {
  await page.goto(new URL(path, page.url()).href);
  await expectLive(page);
  await page.waitForTimeout(REST_MS);
  await throttle(session, true);
  const rounds: z.infer<typeof liveSchema>[] = [];
  while (rounds.length < ROUNDS) {
    await reopenPage(page);
    rounds.push(await readFirstLive(page));
    await page.waitForTimeout(REST_MS);
  }
  await throttle(session, false);
  const times = rounds.map(({ at }) => at);
  const median = percentile(times, 0.5);
  const scripts = rounds.find(({ at }) => at === median)?.scripts;
  if (!scripts) throw new Error(`No round of ${path} has the median time`);
  return [
    {
      name: `${path} proven fresh`,
      value: median,
      unit: 'ms',
      atMost: MAX_LIVE_MS,
      details: `${Math.round(Math.min(...times))} to ${Math.round(Math.max(...times))} ms`,
    },
    {
      name: `JavaScript requested until then, ${scripts.length} files`,
      value: await measureKilobytes(scripts),
      unit: 'kB gzip',
      digits: 1,
      atMost: MAX_JS_KB,
    },
  ];
}

/** The app re-requests changes from this long (ms) before its newest one. */
const OVERLAP_MS = 6000;

/**
 * Publishes a signal well after the seeded history. Otherwise each reload would fetch the whole
 * history again, because a suite writes it within a second.
 */
async function publishAfterHistory(page: Page, { database, ports }: DedicatedSuite): Promise<void> {
  await page.waitForTimeout(OVERLAP_MS);
  await (await openPublisher(database, ports)).publish();
  await expectLive(page);
}

async function measureOn(browser: Browser, suite: DedicatedSuite): Promise<Figure[]> {
  const page = await browser.newPage({ viewport: PHONE });
  page.setDefaultTimeout(TIMEOUT_MS);
  await logIn(page, suite.site);
  await waitUntilOfflineReady(page);
  await publishAfterHistory(page, suite);
  await markLive(page);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const figures: Figure[] = [];
  for (const path of SCREENS) figures.push(...(await measureScreen(page, session, path)));
  return figures;
}

export const fresh: Section = {
  title: `Opening online in a new tab until “Live”, CPU ${CPU_SLOWDOWN}× throttled, ${ROUND_TRIP_MS} ms per round trip, medians of ${ROUNDS}`,
  measure: (signal) =>
    withBrowser((browser) => withSuite(signal, (suite) => measureOn(browser, suite))),
};
