import type { BrowserContext, Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { faultRow } from '../support/faultRow';
import { expect, NO_SERVER, test } from '../support/journey';
import { enter } from '../support/login';
import { locateCard, enterLiveRoom, expectLive, freshness, locateHistory } from '../support/room';
import {
  addresses,
  ESSENTIAL,
  liveSuite,
  newMember,
  publisher,
  seededSuite,
} from '../support/suite';
import {
  recordRequests,
  countRequests,
  expectLeads,
  expectNextSignal,
  hide,
  isStream,
  openTab,
  wake,
} from '../support/tabs';

// These tests publish many slots ahead of time.
test.beforeAll(seededSuite);

// Slots pass while the tests run, so each test first brings the suite up to date.
test.beforeEach(liveSuite);

test(
  'a stream that is dead after a sleep is reopened',
  faultRow(
    'The stream died while the device slept',
    'The open room became visible after a sleep; requests on its stream hung',
    'A new stream opens, the room is live, and the next signal arrives once',
  ),
  async ({ page, context }) => {
    const { uid } = await enterLiveRoom(page);
    const requests = recordRequests(context);
    await hide(page, true);
    await context.route(
      (url) => isStream(url) && url.searchParams.has('SID'),
      async (route) => {
        // Requests on the old stream hang.
        if (countRequests(requests, 'stream') > 0) await route.continue();
      },
    );
    await wake(page);
    await expectLeads(requests, page);
    await expectLive(page);
    await expectNextSignal(page, uid);
  },
);

test(
  'if no stream can open, one tab polls the list for all tabs',
  faultRow(
    'No stream opens, two tabs',
    'Firestore was unreachable; a signal was published',
    'One tab polls the list, the other requests nothing, and both show the signal',
  ),
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    await context.route(`${addresses.firestore}/**`, (route) => route.abort());
    await enter(page, await newMember(ESSENTIAL));
    await expect(locateHistory(page).first()).toBeVisible({ timeout: 25_000 });
    const other = await context.newPage();
    // Each tab fetches the journal when it first shows one of its entries.
    const opened = other.waitForResponse((one) => new URL(one.url()).pathname === '/api/journal');
    await other.goto(PATHS.signals);
    await expect(freshness(other, 'Up to date')).toBeAttached();
    await opened;
    const requests = recordRequests(context);
    // Longer than a lone tab waits for a stream.
    await other.waitForTimeout(14_000);
    expect(requests.filter((one) => one.page === other)).toEqual([]);
    expect(countRequests(requests, 'GET /api/signals', page)).toBeGreaterThan(3);
    const { signal } = await (await publisher).publish();
    for (const tab of [page, other]) await expect(locateCard(tab, signal)).toHaveCount(1);
  },
);

/** Ways in which the tab with the stream stops serving the others without being closed. */
const FAILURES: Readonly<
  Record<string, (page: Page, context: BrowserContext) => Promise<unknown>>
> = {
  'is frozen': (page) => page.evaluate(() => document.dispatchEvent(new Event('freeze'))),
  hangs: (page) =>
    page.evaluate(() => {
      setTimeout(() => {
        for (const end = Date.now() + 25_000; Date.now() < end;);
      });
    }),
  'alone is offline': async (page, context) => {
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
    `another tab takes over the stream within 15 s if its holder ${failure}`,
    faultRow(
      `The tab with the stream ${failure}`,
      'Two tabs were open',
      'The other is live within 15 s, and the next signal arrives once',
    ),
    async ({ page, context, quiet }) => {
      quiet.allow(...NO_SERVER);
      const { uid } = await enterLiveRoom(page);
      const other = await openTab(context);
      const requests = recordRequests(context);
      await fail(page, context);
      const failedAt = Date.now();
      await expectLeads(requests, other);
      expect(Date.now() - failedAt).toBeLessThan(15_000);
      await expectLive(other);
      await expectNextSignal(other, uid);
    },
  );

test(
  'a tab hidden for a minute hands over the stream and refetches no signals when shown',
  faultRow(
    'The tab with the stream is hidden',
    'It was hidden for a minute, then shown again',
    'The other tab is live; the tab that returns fetches only the journal and misses nothing',
  ),
  async ({ page, context }) => {
    test.slow();
    const { uid } = await enterLiveRoom(page);
    const other = await openTab(context);
    const requests = recordRequests(context);
    await hide(page, true);
    const { signal } = await (await publisher).publish();
    await expect(locateCard(other, signal)).toHaveCount(1);
    await other.waitForTimeout(50_000);
    expect(countRequests(requests, 'stream')).toBe(0);
    await expectLeads(requests, other);
    await expectLive(other);
    const handedOver = requests.length;
    await hide(page, false);
    await expectLive(page);
    await expectNextSignal(page, uid);
    const since = requests.slice(handedOver).filter((one) => one.page === page);
    expect(since.filter(({ what }) => what !== 'GET /api/journal')).toEqual([]);
  },
);

test(
  'a tab that can’t parse another tab’s message opens its own stream',
  faultRow(
    'Tabs of two builds',
    'Another tab sent a message of an unknown format',
    'The tab opens its own stream and misses nothing; both are live',
  ),
  async ({ page, context }) => {
    const { uid } = await enterLiveRoom(page);
    const other = await openTab(context);
    const requests = recordRequests(context);
    await page.evaluate((name) => {
      new BroadcastChannel(name).postMessage({ type: 'of another build' });
    }, `quantalgo-sync-1 ${uid}`);
    await expectLeads(requests, other);
    await expectLive(other);
    await expectNextSignal(other, uid);
    await expectLive(page);
  },
);
