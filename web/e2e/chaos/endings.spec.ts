import { endAllSessions } from '@quantalgo/functions/platform/auth/endSessions';
import type { BrowserContext, Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import type { Account } from '@quantalgo/tools/suite/accounts';
import { giveAccess } from '../support/access';
import { everythingKept, expectForgotten, readyForOffline } from '../support/device';
import { faultRow } from '../support/faultRow';
import { expect, NO_SERVER, test, watchErrors } from '../support/journey';
import { enter, logIn } from '../support/login';
import { loseNextAnswer, recordKeys, restoreNetwork } from '../support/network';
import { isSessionOnDisk, kill, openBrowser, withProfile } from '../support/ownBrowser';
import { enterLiveRoom, expectLive, locateHistory } from '../support/room';
import { ESSENTIAL, GUEST, liveSuite, newMember, services, STARTER } from '../support/suite';
import {
  expectSentOnce,
  expectWaiting,
  readTickets,
  TICKETS_CALL,
  writeAndSend,
} from '../support/ticket';

test.beforeAll(liveSuite);

async function writeOffline(page: Page, context: BrowserContext): Promise<void> {
  await readyForOffline(page);
  await context.setOffline(true);
  await writeAndSend(page);
  await expectWaiting(page);
}

const revoke = ({ uid }: Account): Promise<void> =>
  endAllSessions(services.database, { uid }, Date.now());

test(
  'a ticket is sent once when its tab is killed while sending',
  faultRow(
    'Tab killed while sending',
    'The tab was closed after the server accepted a ticket but before the response arrived; another tab was opened',
    'The other tab retries with the same key; the server stores one ticket',
  ),
  async ({ page, context }) => {
    const member = await newMember(GUEST);
    const keys = recordKeys(context, TICKETS_CALL);
    const { lost } = await loseNextAnswer(context, TICKETS_CALL);
    await enter(page, member, PATHS.support);
    await writeAndSend(page);
    await lost;
    await page.close();
    await restoreNetwork(context);
    const other = await context.newPage();
    await other.goto(PATHS.support);
    await expectSentOnce(other, member.uid);
    await expect.poll(() => keys.length).toBe(2);
    expect(new Set(keys).size).toBe(1);
  },
);

test(
  'a ticket is sent once when the browser is killed while sending',
  faultRow(
    'Browser killed while sending',
    'The browser crashed after the server accepted a ticket but before the response arrived, and was restarted',
    'It is retried with its key; the server stores one ticket',
  ),
  async () => {
    test.setTimeout(180_000);
    const member = await newMember(GUEST);
    await withProfile(async (folder) => {
      const before = await openBrowser(folder);
      const [page = await before.newPage()] = before.pages();
      const first = recordKeys(before, TICKETS_CALL);
      const { lost } = await loseNextAnswer(before, TICKETS_CALL);
      await enter(page, member, PATHS.support);
      await readyForOffline(page);
      await expect.poll(() => isSessionOnDisk(folder, member), { timeout: 60_000 }).toBe(true);
      await writeAndSend(page);
      await lost;
      await kill(before, page);

      const after = await openBrowser(folder);
      const quiet = watchErrors(after);
      const again = recordKeys(after, TICKETS_CALL);
      const [next = await after.newPage()] = after.pages();
      await next.goto(PATHS.support);
      await expectSentOnce(next, member.uid);
      await expect.poll(() => again).toEqual(first);
      quiet.verify();
      await after.close();
    });
  },
);

const TOKEN_KEY = 'quantalgo.tokens';

test(
  'a token that expires offline is renewed without logging the member out',
  faultRow(
    'Token expired while offline',
    'The token expired while offline; a ticket was written and the page reloaded',
    'The member stays logged in; back online the token is renewed, the ticket arrives once, and the room is live',
  ),
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    const member = await newMember(ESSENTIAL);
    await enter(page, member, PATHS.support);
    await writeOffline(page, context);
    await page.evaluate((key) => {
      const tokens = localStorage.getItem(key) ?? '';
      localStorage.setItem(key, tokens.replace(/"issuedAt":\d+/, '"issuedAt":1'));
    }, TOKEN_KEY);
    await page.reload();
    await expectWaiting(page);
    const renewed = page.waitForRequest(/\/v1\/token/);
    await context.setOffline(false);
    await renewed;
    await expectSentOnce(page, member.uid);
    await page.goto(PATHS.signals);
    await expectLive(page);
  },
);

test(
  'a session revoked while offline ends at the login, and the pending ticket is sent later',
  faultRow(
    'Session revoked while offline',
    'The sessions were revoked while a ticket was pending offline; later the member logged in again',
    'Back online the login gives the reason, received data is deleted, and the pending ticket arrives once after the login',
  ),
  async ({ page, context, quiet }) => {
    quiet.allow(/status of (400|401|403)/, ...NO_SERVER);
    const member = await enterLiveRoom(page, STARTER);
    await page.getByRole('link', { name: 'Support Desk' }).click();
    await writeOffline(page, context);
    await revoke(member);
    await context.setOffline(false);
    await expect(page).toHaveURL(PATHS.login);
    await expect(page.getByText('Your session has ended. Please log in again.')).toBeVisible();
    // As a JSON key: cached scripts contain the bare word.
    await expectForgotten(page, `"${TOKEN_KEY}":`);
    await expectForgotten(page, `quantalgo-${member.uid}`);
    expect(await readTickets(member.uid)).toEqual([]);
    await logIn(page, member.email);
    await expect(page).toHaveURL(PATHS.support);
    await expectSentOnce(page, member.uid);
  },
);

test(
  'access revoked while offline locks the room and deletes its signals',
  faultRow(
    'Access revoked while offline',
    'Staff revoked the member’s access while the room was open offline',
    'Back online the room is locked, and no signal is left on the screen or the device',
  ),
  async ({ page, context, quiet }) => {
    quiet.allow(/status of (401|403)/, ...NO_SERVER);
    const member = await enterLiveRoom(page);
    await expect(locateHistory(page).first()).toBeVisible();
    await context.setOffline(true);
    await giveAccess(member.uid, 'guest');
    await context.setOffline(false);
    await expect(locateHistory(page)).toHaveCount(0, { timeout: 45_000 });
    await expect
      .poll(async () => /"audience":/.test(await everythingKept(page)), { timeout: 30_000 })
      .toBe(false);
  },
);
