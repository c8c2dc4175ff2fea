import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { formatCount, formatWeekdayTime } from '@quantalgo/contracts/core/format';
import { slotStart } from '@quantalgo/contracts/core/slots';
import { HOUR_MS, WAT } from '@quantalgo/contracts/core/time';
import { getHeadline } from '@quantalgo/contracts/record/headline';
import { readyForOffline } from './support/device';
import { expect, NO_SERVER, WITH_WORKER, test } from './support/journey';
import { enter } from './support/login';
import { fetchPerformance } from './support/record';
import { locateCard, enterLiveRoom, expectLive, freshness, locateHistory } from './support/room';
import {
  addresses,
  commandEnvironment,
  ESSENTIAL,
  ledgerNumber,
  liveSuite,
  publisher,
  seededSuite,
  services,
} from './support/suite';

const run = promisify(execFile);

// Slots pass while the tests run, so each test first brings the suite up to date.
test.beforeEach(liveSuite);

test('a new signal moves to the top, and earlier signals can still be entered', async ({
  page,
}) => {
  const { publish } = await publisher;
  await enter(page, ESSENTIAL);
  await expectLive(page);
  const { signal: first } = await publish();
  await expect(locateCard(page, first)).toBeVisible();
  const { signal: second } = await publish();
  await expect(locateCard(page, second)).toBeVisible();
  await expect(locateCard(page, first)).toHaveCount(0);
  await expect(
    page.getByRole('list', { name: 'Signals to enter now' }).getByRole('listitem'),
  ).not.toHaveCount(0);
});

test('a settled signal is added to the total', async ({ page, request }) => {
  const { publish, settle } = await publisher;
  await enter(page, ESSENTIAL);
  await expectLive(page);
  const { totalSignals } = await fetchPerformance(request);
  let settled = 0;
  for (let slot = 0; slot < 6; slot += 1) {
    await publish();
    settled += (await settle()).length;
  }
  expect(settled).toBeGreaterThan(0);
  const total = page.getByRole('term').filter({ hasText: /^Total$/ });
  await expect(async () => {
    const performance = await fetchPerformance(request);
    expect(performance.totalSignals).toBe(totalSignals + settled);
    const count = formatCount(getHeadline(performance).total);
    await expect(total.locator('xpath=following-sibling::dd')).toHaveText(count, { timeout: 2000 });
  }).toPass();
});

/** More signals than a new device's first page holds. */
const MORE_THAN_A_PAGE = 302;

test('a new device makes no per-day query before it is live', async ({ page }) => {
  const { publish } = await publisher;
  const { count } = (await services.database.collection('signals').count().get()).data();
  for (let rest = count; rest < MORE_THAN_A_PAGE; rest += 1) await publish();
  const days: string[] = [];
  page.on('request', (request) => {
    const body = decodeURIComponent(request.postData() ?? '');
    days.push(...body.split('addTarget').filter((target) => target.includes('"LESS_THAN"')));
  });
  await enterLiveRoom(page);
  expect(days).toEqual([]);
});

test('the list is polled if the stream can’t open', async ({ page, quiet }) => {
  quiet.allow(...NO_SERVER);
  await page.route(`${addresses.firestore}/**`, (route) => route.abort());
  await enter(page, ESSENTIAL);
  await expect(locateHistory(page).first()).toBeVisible({ timeout: 25_000 });
  const { signal } = await (await publisher).publish();
  await expect(locateCard(page, signal)).toBeVisible();
  await expect(freshness(page, 'Up to date')).toBeAttached();
});

/** Writes the heartbeat of the newest slot as the server does when the market is closed. `opensAt` in epoch ms. */
const closeMarket = (opensAt: number) =>
  services.database
    .doc('status/heartbeat')
    .update({ state: 'closed', at: new Date(), opensAt: new Date(opensAt) });

test(
  'a closed market shows its opening time, also after an offline reload',
  WITH_WORKER,
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    await enterLiveRoom(page);
    await readyForOffline(page);
    const opensAt = slotStart(Date.now()) + 30 * HOUR_MS;
    const opens = formatWeekdayTime(opensAt, WAT);
    await closeMarket(opensAt);
    await expect(freshness(page, `Market closed, opens ${opens}`)).toBeAttached();
    await expect(page.getByText('LIVE', { exact: true })).toHaveCount(0);
    await expect(page.getByText(/^next signal|next signal may come/)).toHaveCount(0);
    await context.setOffline(true);
    await page.reload();
    await expect(freshness(page, `Offline, market opens ${opens}`)).toBeAttached();
    await expect(page.getByText(/market opens/).first()).toContainText(opens);
    await expect(page.getByText(/^next signal|next signal may come/)).toHaveCount(0);
  },
);

test('the room goes live by itself when the market opens', async ({ page }) => {
  await enterLiveRoom(page);
  await closeMarket(Date.now() + 8000);
  await expect(freshness(page, /^Market closed/)).toBeAttached();
  await expectLive(page);
  await expect(page.getByText(/^next signal/)).toBeVisible();
});

const PUBLISHED = /^Published (\w+) (\S+) (CALL|PUT), enter at \d\d:\d\d WAT$/m;
/** Some slots have no signal, or an earlier test recorded them as closed: the page then shows the next signal. */
const NO_TRADE = /^\d{8}T\d{4}Z (?:has no signal: its market is closed|was missed: .+)\.$/m;

test('a signal from npm run signal appears on an open page', async ({ page }) => {
  await seededSuite();
  await enter(page, ESSENTIAL);
  await expect(locateHistory(page).first()).toBeVisible();
  const { stdout } = await run('npm', ['run', '--silent', 'signal'], { env: commandEnvironment });
  if (NO_TRADE.test(stdout)) {
    const { signal } = await (await publisher).publish();
    await expect(locateCard(page, signal)).toBeVisible();
    return;
  }
  expect(stdout).toMatch(PUBLISHED);
  const [, id = '', pair = '', direction = ''] = PUBLISHED.exec(stdout) ?? [];
  const card = locateCard(page, { ledgerSeq: await ledgerNumber(id) });
  await expect(card).toBeVisible();
  await expect(card.getByRole('heading', { name: pair })).toBeVisible();
  await expect(card.getByText(direction)).toBeVisible();
  await card.getByText('Details').click();
  await expect(card.getByText(/arrived in \d+\.\d s/)).toBeVisible();
});
