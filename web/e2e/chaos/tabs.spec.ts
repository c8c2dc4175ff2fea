import type { BrowserContext, Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { faultRow } from '../support/faultRow';
import { expect, NO_SERVER, test } from '../support/journey';
import { enter } from '../support/login';
import { cardOf, enterLiveRoom, expectLive, freshness, historyOf } from '../support/room';
import {
  addresses,
  ESSENTIAL,
  liveSuite,
  newMember,
  publisher,
  seededSuite,
} from '../support/suite';
import {
  asksOf,
  countOf,
  expectLeads,
  expectNextSignal,
  hide,
  isStream,
  openTab,
  wake,
} from '../support/tabs';

// Many slots are published here ahead of their time.
test.beforeAll(seededSuite);

// Slots pass while the journeys run: each begins with a suite that is up to date.
test.beforeEach(liveSuite);

test(
  'a stream that stops responding after a sleep is reopened',
  faultRow(
    'The stream died while the device slept',
    'The open room was shown again after a sleep; nothing came of what was said on its stream',
    'A new stream, live, the next signal comes, nothing twice',
  ),
  async ({ page, context }) => {
    const { uid } = await enterLiveRoom(page);
    const asked = asksOf(context);
    await hide(page, true);
    await context.route(
      (url) => isStream(url) && url.searchParams.has('SID'),
      async (route) => {
        // Nothing comes of what is said on the old stream.
        if (countOf(asked, 'stream') > 0) await route.continue();
      },
    );
    await wake(page);
    await expectLeads(asked, page);
    await expectLive(page);
    await expectNextSignal(page, uid);
  },
);

test(
  'one tab polls the list if no stream opens, and the others show its results',
  faultRow(
    'No stream opens, two tabs',
    'Firestore was out of reach; a signal was published',
    'One tab asks for the list, the other for nothing; both show the signal',
  ),
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    await context.route(`${addresses.firestore}/**`, (route) => route.abort());
    await enter(page, await newMember(ESSENTIAL));
    await expect(historyOf(page).first()).toBeVisible({ timeout: 25_000 });
    const other = await context.newPage();
    // Each tab asks for the journal as it first shows an entry of it.
    const opened = other.waitForResponse((one) => new URL(one.url()).pathname === '/api/journal');
    await other.goto(PATHS.signals);
    await expect(freshness(other, /^Updated/)).toBeAttached();
    await opened;
    const asked = asksOf(context);
    // Longer than a tab of its own would wait for a stream.
    await other.waitForTimeout(14_000);
    expect(asked.filter((one) => one.page === other)).toEqual([]);
    expect(countOf(asked, 'GET /api/signals', page)).toBeGreaterThan(3);
    const { signal } = await (await publisher).publish();
    for (const tab of [page, other]) await expect(cardOf(tab, signal)).toHaveCount(1);
  },
);

/** Ways in which an open tab can stop serving the stream to the others. */
const FAILURES: Readonly<
  Record<string, (page: Page, context: BrowserContext) => Promise<unknown>>
> = {
  'is frozen': (page) => page.evaluate(() => document.dispatchEvent(new Event('freeze'))),
  'stops responding': (page) =>
    page.evaluate(() => {
      setTimeout(() => {
        for (const end = Date.now() + 25_000; Date.now() < end;);
      });
    }),
  'goes offline alone': async (page, context) => {
    const client = await context.newCDPSession(page);
    await client.send('Network.emulateNetworkConditions', {
      offline: true,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  },
};

for (const [failure, fail] of Object.entries(FAILURES))
  test(
    `another tab takes over within seconds if the tab with the stream ${failure}`,
    faultRow(
      `The tab that holds the stream ${failure}`,
      'Two tabs were open',
      'The other is live within 15 s, the next signal comes, nothing twice',
    ),
    async ({ page, context, quiet }) => {
      quiet.allow(...NO_SERVER);
      const { uid } = await enterLiveRoom(page);
      const other = await openTab(context);
      const asked = asksOf(context);
      await fail(page, context);
      const failedAt = Date.now();
      await expectLeads(asked, other);
      expect(Date.now() - failedAt).toBeLessThan(15_000);
      await expectLive(other);
      await expectNextSignal(other, uid);
    },
  );

test(
  'a tab hidden for a minute hands over the stream and requests no signals when shown again',
  faultRow(
    'The tab that holds the stream is hidden',
    'It was hidden for a minute, then shown again',
    'The other tab is live; the one that is back asks for the journal of other devices alone, and misses nothing',
  ),
  async ({ page, context }) => {
    test.slow();
    const { uid } = await enterLiveRoom(page);
    const other = await openTab(context);
    const asked = asksOf(context);
    await hide(page, true);
    const { signal } = await (await publisher).publish();
    await expect(cardOf(other, signal)).toHaveCount(1);
    await other.waitForTimeout(50_000);
    expect(countOf(asked, 'stream')).toBe(0);
    await expectLeads(asked, other);
    await expectLive(other);
    const handedOver = asked.length;
    await hide(page, false);
    await expectLive(page);
    await expectNextSignal(page, uid);
    const since = asked.slice(handedOver).filter((one) => one.page === page);
    expect(since.filter(({ what }) => what !== 'GET /api/journal')).toEqual([]);
  },
);

test(
  'a tab that can’t read another tab’s messages opens its own stream',
  faultRow(
    'Tabs of two builds',
    'A message in no known form came from another tab',
    'The tab opens a stream of its own, misses nothing; both are live',
  ),
  async ({ page, context }) => {
    const { uid } = await enterLiveRoom(page);
    const other = await openTab(context);
    const asked = asksOf(context);
    await page.evaluate((name) => {
      new BroadcastChannel(name).postMessage({ type: 'of another build' });
    }, `quantalgo-sync-1 ${uid}`);
    await expectLeads(asked, other);
    await expectLive(other);
    await expectNextSignal(other, uid);
    await expectLive(page);
  },
);
