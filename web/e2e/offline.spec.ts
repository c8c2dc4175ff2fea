import type { BrowserContext, Page } from '@playwright/test';
import { formatTime } from '@quantalgo/contracts/core/format';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { WAT } from '@quantalgo/contracts/core/time';
import { expectComplete } from './support/complete';
import { readStoredSignals } from './support/device';
import { faultRow } from './support/faultRow';
import { expect, NO_SERVER, WITH_WORKER, test } from './support/journey';
import { enter } from './support/login';
import { breakServers, restoreNetwork } from './support/network';
import { inBrowserOf, withProfile } from './support/ownBrowser';
import {
  locateCard,
  expectEveryScreen,
  expectLive,
  filledRoom,
  freshness,
  historyLines,
} from './support/room';
import { ESSENTIAL, liveSuite, publisher } from './support/suite';

test.beforeAll(liveSuite);

const OFFLINE = /^Offline, as of \d\d:\d\d WAT$/;

async function expectSameOffline(page: Page, lines: string[]): Promise<void> {
  await expect(freshness(page, OFFLINE)).toBeAttached();
  await expect.poll(() => historyLines(page)).toEqual(lines);
  await expect(page.getByRole('main').getByText(/^as of \d\d:\d\d WAT$/)).toBeVisible();
}

const OFFLINE_AT_START = faultRow(
  'Offline at start',
  'The network was cut, then the room reloaded',
  'The same list, with the time of its last update',
);
test(
  'an offline reload shows the same list and its age',
  OFFLINE_AT_START,
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    await enter(page, ESSENTIAL);
    const lines = await filledRoom(page);
    await context.setOffline(true);
    const cutAt = Date.now();
    await page.reload();
    await expectSameOffline(page, lines);
    const spoken = await freshness(page, OFFLINE).innerText();
    expect([formatTime(cutAt, WAT), formatTime(cutAt - 60_000, WAT)]).toContain(
      /\d\d:\d\d/.exec(spoken)?.[0],
    );
  },
);

const OFFLINE_FOR_A_WHILE = faultRow(
  'Offline for a while',
  'Eight signals were published and six settled while the room was offline',
  'The device has the same signals as the server, without gaps or duplicates',
);
test(
  'the room catches up when back online, without gaps or duplicates',
  OFFLINE_FOR_A_WHILE,
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    const { publish, settle } = await publisher;
    await enter(page, ESSENTIAL);
    await filledRoom(page);
    await context.setOffline(true);
    await expect(freshness(page, OFFLINE)).toBeAttached();
    const { signal: first } = await publish();
    for (let slot = 0; slot < 6; slot += 1) {
      await publish();
      await settle();
    }
    const { signal: last } = await publish();
    expect((await readStoredSignals(page, ESSENTIAL.uid)).map(({ id }) => id)).not.toContain(
      first.id,
    );
    await context.setOffline(false);
    await expect(locateCard(page, last)).toBeVisible();
    await expectLive(page);
    await expectComplete(page, ESSENTIAL.uid);
  },
);

test(
  'a signal published while the app was closed shows when it opens',
  WITH_WORKER,
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    await enter(page, ESSENTIAL);
    await filledRoom(page);
    await page.close();
    const { signal } = await (await publisher).publish();
    const later = await context.newPage();
    await later.goto(PATHS.signals);
    await expect(locateCard(later, signal)).toBeVisible();
    await expectComplete(later, ESSENTIAL.uid);
  },
);

const NO_SERVER_THERE = faultRow(
  'Network without a server',
  'The server was unreachable although the device was online; a signal was published in the meantime',
  'The list stays and “Reconnecting” shows; then the signal arrives, without gaps or duplicates',
);
test(
  'an open page keeps its list while the server is unreachable',
  NO_SERVER_THERE,
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    await enter(page, ESSENTIAL);
    const lines = await filledRoom(page);
    await breakServers(context, (route) => route.abort());
    await expect(freshness(page, /^Reconnecting/)).toBeAttached();
    expect(await historyLines(page)).toEqual(lines);
    const { signal } = await (await publisher).publish();
    await restoreNetwork(context);
    await expect(locateCard(page, signal)).toBeVisible({ timeout: 40_000 });
    await expectLive(page);
    await expectComplete(page, ESSENTIAL.uid);
  },
);

/** What keeps the browser from offering to install the app. */
async function installabilityErrors(context: BrowserContext, page: Page): Promise<unknown> {
  const session = await context.newCDPSession(page);
  return (await session.send('Page.getInstallabilityErrors')).installabilityErrors;
}

test('a browser restarted offline shows the same list and opens every screen', () =>
  withProfile(async (folder) => {
    let lines: string[] = [];
    await inBrowserOf(folder, async (context, page) => {
      await enter(page, ESSENTIAL);
      lines = await filledRoom(page);
      expect(await installabilityErrors(context, page)).toEqual([]);
    });
    const offline = async (context: BrowserContext, page: Page) => {
      await context.setOffline(true);
      await page.goto(PATHS.signals);
      await expectSameOffline(page, lines);
      await expectEveryScreen(page);
    };
    await inBrowserOf(folder, offline, ...NO_SERVER);
  }));
