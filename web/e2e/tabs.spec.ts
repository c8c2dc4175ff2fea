import { endAllSessions } from '@quantalgo/functions/platform/auth/endSessions';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { expectComplete } from './support/complete';
import { expectForgotten } from './support/device';
import { ABOUT_A_SECOND_MS, expect, NO_SERVER, test } from './support/journey';
import { locateCard, enterLiveRoom, expectLive, locateHistory } from './support/room';
import { answerAsStaff } from './support/staff';
import { liveSuite, publisher, seededSuite, services } from './support/suite';
import {
  recordRequests,
  countRequests,
  expectNextSignal,
  hide,
  openTab,
  wake,
} from './support/tabs';
import { expectSentOnce, locateSummary, readTickets, writeAndSend } from './support/ticket';

// These tests publish many slots ahead of time.
test.beforeAll(seededSuite);

// Slots pass while the tests run, so each test first brings the suite up to date.
test.beforeEach(liveSuite);

test('four tabs share one stream, and all show its signals', async ({ page, context }) => {
  const { uid } = await enterLiveRoom(page);
  const requests = recordRequests(context);
  const tabs = [page];
  for (let count = 0; count < 3; count += 1) tabs.push(await openTab(context));
  const { signal } = await (await publisher).publish();
  for (const tab of tabs) await expect(locateCard(tab, signal)).toHaveCount(1);
  expect(countRequests(requests, 'stream')).toBe(0);
  expect(countRequests(requests, 'GET /auth/me')).toBe(0);
  await expectComplete(page, uid);
});

test('hiding a tab for less than a minute causes no requests', async ({ page, context }) => {
  await enterLiveRoom(page);
  await expect(locateHistory(page).first()).toBeVisible();
  const requests = recordRequests(context);
  // Requests follow the first proof of the stream, on a busy machine after several seconds.
  let previousCount = -1;
  await expect
    .poll(
      () => {
        const wasQuiet = requests.length === previousCount;
        previousCount = requests.length;
        return wasQuiet;
      },
      { intervals: [3000] },
    )
    .toBe(true);
  for (let count = 0; count < 3; count += 1) {
    await hide(page, true);
    await page.waitForTimeout(3000);
    await hide(page, false);
    await page.waitForTimeout(1000);
    await expectLive(page);
  }
  expect(requests.slice(previousCount).map(({ what }) => what)).toEqual([]);
});

test('the stream is checked after a sleep and kept if it responds', async ({ page, context }) => {
  await enterLiveRoom(page);
  const requests = recordRequests(context);
  await hide(page, true);
  await wake(page);
  await expect.poll(() => countRequests(requests, 'words on the stream')).toBeGreaterThan(0);
  // Longer than the response timeout.
  await page.waitForTimeout(4000);
  expect(countRequests(requests, 'stream')).toBe(0);
  await expectLive(page);
});

test('another tab takes over and misses nothing when the tab with the stream closes', async ({
  page,
  context,
}) => {
  const { uid } = await enterLiveRoom(page);
  const others = [await openTab(context), await openTab(context)];
  const requests = recordRequests(context);
  await page.close();
  // It is published before another tab listens.
  const { signal } = await (await publisher).publish();
  for (const tab of others) await expect(locateCard(tab, signal)).toHaveCount(1);
  expect(countRequests(requests, 'stream')).toBe(1);
  for (const tab of others) await expectLive(tab);
  for (const tab of others) await expectNextSignal(tab, uid);
  expect(countRequests(requests, 'stream')).toBe(1);
});

test('a support tab shows staff’s answer although another tab holds the stream', async ({
  page,
  context,
  browser,
}) => {
  const { uid } = await enterLiveRoom(page);
  const support = await context.newPage();
  await support.goto(PATHS.support);
  const requests = recordRequests(context);
  await writeAndSend(support);
  await expectSentOnce(support, uid);
  const [ticket] = await readTickets(uid);
  await answerAsStaff(browser, ticket?.id ?? '', 'Approved now.');
  await expect(locateSummary(support)).toContainText('Answered');
  expect(countRequests(requests, 'stream')).toBe(0);
});

test('a logout in one tab logs out all others within a second', async ({
  page,
  context,
  quiet,
}) => {
  // Requests in flight in the other tabs are refused.
  quiet.allow(/401 \(Unauthorized\)/);
  const { uid } = await enterLiveRoom(page);
  const [second, third] = [await openTab(context), await openTab(context)];
  await second.getByRole('button', { name: 'Log out' }).click();
  await expect(second).toHaveURL(PATHS.landing);
  for (const tab of [page, third])
    await expect(tab).toHaveURL(PATHS.landing, { timeout: ABOUT_A_SECOND_MS });
  await expectForgotten(third, uid);
});

test('a session ended elsewhere logs out every tab within a second', async ({
  page,
  context,
  quiet,
}) => {
  quiet.allow(/status of (400|401|403)/, ...NO_SERVER);
  const { uid } = await enterLiveRoom(page);
  const others = [await openTab(context), await openTab(context)];
  await endAllSessions(services.database, { uid }, Date.now());
  for (const tab of [page, ...others])
    await expect(tab).toHaveURL(PATHS.login, { timeout: ABOUT_A_SECOND_MS });
  await expectForgotten(page, uid);
});
