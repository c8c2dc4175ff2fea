import type { Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { expectComplete } from '../support/complete';
import { faultRow } from '../support/faultRow';
import { expect, NO_SERVER, test } from '../support/journey';
import {
  breakServers,
  cutConnections,
  loseNextAnswer,
  recordKeys,
  restoreNetwork,
} from '../support/network';
import {
  locateCard,
  enterLiveRoom,
  expectLive,
  filledRoom,
  freshness,
  historyLines,
} from '../support/room';
import { liveSuite, publisher } from '../support/suite';
import {
  expectSentOnce,
  expectWaiting,
  locateSummary,
  readTickets,
  TICKETS_CALL,
  writeAndSend,
} from '../support/ticket';

test.beforeAll(liveSuite);

const REFUSALS = [/status of (401|500|503)/, ...NO_SERVER];

/** Enters the live room as a new member, gets it ready for offline, and reads its history. */
async function enterFilledRoom(page: Page) {
  const member = await enterLiveRoom(page);
  const lines = await filledRoom(page);
  return { member, lines };
}

const expectNotLive = (page: Page): Promise<void> =>
  expect(freshness(page, 'Live')).toHaveCount(0, { timeout: 20_000 });

async function goAndSend(page: Page): Promise<void> {
  await page.goto(PATHS.support);
  await writeAndSend(page);
}

test(
  'the stored list shows when the network drops while the room loads',
  faultRow(
    'Offline in mid-load',
    'The network was cut as soon as the room’s document had loaded',
    'The whole list, marked “Offline”',
  ),
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    const { lines } = await enterFilledRoom(page);
    await page.goto(PATHS.signals, { waitUntil: 'commit' });
    await context.setOffline(true);
    await expect(freshness(page, /^Offline, as of \d\d:\d\d WAT$/)).toBeAttached();
    expect(await historyLines(page)).toEqual(lines);
  },
);

test(
  'a ticket is sent once when the network drops before the response',
  faultRow(
    'Offline in mid-write',
    'The server accepted a ticket, but the network dropped before the response arrived',
    'The ticket stays on screen and is retried with the same key; the server stores one',
  ),
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    const { member } = await enterFilledRoom(page);
    const keys = recordKeys(context, TICKETS_CALL);
    const { lost } = await loseNextAnswer(context, TICKETS_CALL, async (route) => {
      await context.setOffline(true);
      await route.abort();
    });
    await goAndSend(page);
    await lost;
    expect(await readTickets(member.uid)).toHaveLength(1);
    await expect(locateSummary(page)).toBeVisible();
    await restoreNetwork(context);
    await context.setOffline(false);
    await expectSentOnce(page, member.uid);
    // The ticket shows as soon as it is read from the server, which may be before it is sent again.
    await expect.poll(() => keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
  },
);

const ANSWERS = [
  {
    fault: 'Server 500s',
    done: 'Every request returned 500 and the streams broke off',
    status: 500,
    contentType: 'application/json',
    body: JSON.stringify({ success: false, timestamp: '2026-11-20T14:05:00.000Z' }),
  },
  {
    fault: 'Captive portal, HTML 200',
    done: 'Every request returned an HTML page with status 200',
    status: 200,
    contentType: 'text/html',
    body: '<!doctype html><title>Wi-Fi</title><p>Sign in to go online',
  },
  {
    fault: 'Captive portal, HTML 401',
    done: 'Every request returned an HTML page with status 401',
    status: 401,
    contentType: 'text/html',
    body: '<!doctype html><title>Wi-Fi</title><p>Sign in to go online',
  },
];

for (const { fault, done, ...answer } of ANSWERS) {
  const asserted =
    'The list stays, not marked “Live”; the member stays logged in; the ticket stays pending and arrives once';
  test(
    `the list stays and a ticket is queued: ${fault}`,
    faultRow(fault, `${done}; a ticket was sent in the meantime`, asserted),
    async ({ page, context, quiet }) => {
      test.slow();
      quiet.allow(...REFUSALS);
      const { member, lines } = await enterFilledRoom(page);
      await breakServers(context, (route) => route.fulfill(answer));
      await expectNotLive(page);
      expect(await historyLines(page)).toEqual(lines);
      await goAndSend(page);
      await expectWaiting(page);
      expect(await readTickets(member.uid)).toEqual([]);
      await restoreNetwork(context);
      await expectSentOnce(page, member.uid, 60_000);
      await page.goto(PATHS.signals);
      await expectLive(page);
      await expectComplete(page, member.uid);
    },
  );
}

test(
  'a ticket is sent once when every request stalls for 30 s',
  faultRow(
    '30 s stalls',
    'Every request hung for 30 s before it reached the server; a ticket was sent and a signal published in the meantime',
    'The list stays, not marked “Live”; the request times out and is retried with its key; the server stores one ticket; the signal arrives',
  ),
  async ({ page, context, quiet }) => {
    test.setTimeout(240_000);
    quiet.allow(...REFUSALS);
    const { member, lines } = await enterFilledRoom(page);
    const keys = recordKeys(context, TICKETS_CALL);
    await breakServers(context, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 30_000));
      await route.continue().catch(() => undefined);
    });
    await expectNotLive(page);
    expect(await historyLines(page)).toEqual(lines);
    const { signal } = await (await publisher).publish();
    await goAndSend(page);
    await expectWaiting(page);
    await expect.poll(() => keys.length, { timeout: 60_000 }).toBeGreaterThan(1);
    await restoreNetwork(context);
    await expectSentOnce(page, member.uid, 90_000);
    expect(new Set(keys).size).toBe(1);
    await page.goto(PATHS.signals);
    await expect(locateCard(page, signal)).toBeVisible({ timeout: 45_000 });
    await expectComplete(page, member.uid);
  },
);

test(
  'a ticket arrives once when the device switches from Wi-Fi to mobile',
  faultRow(
    'Wi-Fi to mobile',
    'The network changed while a ticket was being sent: every connection broke, and another network was available at once',
    'The ticket arrives once, the room is live again without a gap',
  ),
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    const { member } = await enterFilledRoom(page);
    let changed = false;
    await context.route(
      ({ pathname }) => pathname === TICKETS_CALL,
      async (route) => {
        if (changed || route.request().method() !== 'POST') return route.continue();
        changed = true;
        await cutConnections(context);
        return route.abort();
      },
    );
    const { signal } = await (await publisher).publish();
    await goAndSend(page);
    await expectSentOnce(page, member.uid);
    expect(changed).toBe(true);
    await page.goto(PATHS.signals);
    await expect(locateCard(page, signal)).toBeVisible();
    await expectLive(page);
    await expectComplete(page, member.uid);
  },
);
