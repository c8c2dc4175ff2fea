import type { BrowserContext, Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import * as z from 'zod/mini';
import { LOGOUT_TAG } from '../src/data/core/workerProtocol';
import { everythingKept, readyForOffline } from './support/device';
import { faultRow } from './support/faultRow';
import { expect, NO_SERVER, test } from './support/journey';
import { enter } from './support/login';
import { recordKeys } from './support/network';
import { addresses, GUEST, newMember, seededSuite, services } from './support/suite';
import { SUBJECT, locateSummary, readTickets, TICKETS_CALL, writeAndSend } from './support/ticket';
import { screenshot } from './support/traderProof';

test.beforeAll(seededSuite);

/** How often the first test is repeated, each time with a new member: `ROUNDS=100 npm run test:chaos -- device closed app`. */
const ROUNDS = Number(process.env['ROUNDS'] ?? 1);

/** Fires the worker's sync event as the browser does once online, from a page without the app. */
async function dispatchSync(context: BrowserContext, tag: string = 'outbox'): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${addresses.site}/icons/icon.svg`);
  const session = await context.newCDPSession(page);
  const id = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const registration = registrations.find(({ isDeleted }) => !isDeleted);
      if (registration) resolve(registration.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.dispatchSyncEvent', {
    origin: addresses.site,
    registrationId: await id,
    tag,
    lastChance: false,
  });
  await page.close();
}

/** As a row of IndexedDB stores it; Firebase's own copy is JSON within JSON. */
const KEPT_RENEWAL = '"refreshToken":"';

/** Opens the app as a new member, waits until it can be opened offline, and goes offline. */
async function goOfflineAt(page: Page, path: typeof PATHS.support | typeof PATHS.linkTrader) {
  // Headless browsers disable Background Sync: registering is stubbed, and `dispatchSync` fires the event.
  await page.addInitScript(() => {
    const sync: unknown = Reflect.get(window, 'SyncManager');
    if (typeof sync === 'function')
      Object.assign(Reflect.get(sync, 'prototype'), { register: () => Promise.resolve() });
  });
  const member = await newMember(GUEST);
  await enter(page, member, path);
  await readyForOffline(page);
  await expect.poll(() => everythingKept(page)).toContain(KEPT_RENEWAL);
  await page.context().setOffline(true);
  return member;
}

test(
  'a ticket is sent while the app is closed',
  faultRow(
    'Network back, app closed',
    'A ticket was written offline and the page closed; the network came back and the browser fired the sync event twice',
    'The page announces it; the ticket arrives once and shows as sent when the app is next opened',
  ),
  async ({ browser, quiet }) => {
    test.setTimeout(60_000 + ROUNDS * 30_000);
    quiet.allow(...NO_SERVER);
    let once = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const context = await browser.newContext({ baseURL: addresses.site });
      const keys = recordKeys(context, TICKETS_CALL);
      const page = await context.newPage();
      const member = await goOfflineAt(page, PATHS.support);
      await writeAndSend(page);
      await expect(
        page.getByText(/^Saved on this device\. .*, even after you close this page\.$/),
      ).toBeVisible();
      await page.close();
      expect(await readTickets(member.uid)).toEqual([]);
      await context.setOffline(false);
      await dispatchSync(context);
      await expect.poll(async () => (await readTickets(member.uid)).length).toBe(1);
      await dispatchSync(context);
      const again = await context.newPage();
      await again.goto(PATHS.support);
      await expect(locateSummary(again)).toContainText('Open');
      const tickets = await readTickets(member.uid);
      if (tickets.length === 1 && tickets[0]?.subject === SUBJECT && new Set(keys).size <= 1)
        once += 1;
      await context.close();
    }
    expect(once).toBe(ROUNDS);
    test.info().annotations.push({ type: 'delivered once', description: `${once} of ${ROUNDS}` });
  },
);

test(
  'a proof is sent with its screenshot while the app is closed',
  faultRow(
    'Network back, app closed, a file',
    'A proof was submitted offline and the page closed; the network came back and the browser fired the sync event',
    'The proof arrives once, with its file',
  ),
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    const member = await goOfflineAt(page, PATHS.linkTrader);
    await page.getByLabel('Trader ID').fill('PO-4711');
    await page.getByLabel('Screenshot').setInputFiles(await screenshot(page));
    await page.getByRole('button', { name: 'Submit for verification' }).click();
    await expect(page.getByText(/, even after you close this page\.$/)).toBeVisible();
    await page.close();
    await context.setOffline(false);
    await dispatchSync(context);
    const proofs = services.database.collection('proofs').where('uid', '==', member.uid);
    const readTraderIds = async () =>
      (await proofs.get()).docs.map((proof) => z.string().parse(proof.get('traderId')));
    await expect.poll(readTraderIds).toEqual(['PO-4711']);
  },
);

test(
  'a pending ticket is not sent after the session was ended elsewhere',
  faultRow(
    'Network back, app closed, session ended',
    'A ticket was pending; the session was ended on the server, then the browser fired the sync event',
    'Nothing is sent, the ticket is kept for its member, and the refresh token is deleted',
  ),
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER, /status of (400|401)/);
    const member = await goOfflineAt(page, PATHS.support);
    await writeAndSend(page);
    await expect(locateSummary(page)).toContainText('Waiting to be sent');
    await page.close();
    const sessions = await services.database
      .collection('sessions')
      .where('uid', '==', member.uid)
      .get();
    for (const session of sessions.docs) await session.ref.update({ endedAt: new Date() });
    await context.setOffline(false);
    await dispatchSync(context);
    const other = await context.newPage();
    await other.goto(`${addresses.site}/icons/icon.svg`);
    await expect.poll(() => everythingKept(other)).not.toContain(KEPT_RENEWAL);
    expect(await everythingKept(other)).toContain(SUBJECT);
    expect(await readTickets(member.uid)).toEqual([]);
  },
);

test(
  'an offline logout ends the session on the server while the app is closed',
  faultRow(
    'Network back, app closed, logged out',
    'A member logged out offline and closed the page; the network came back and the browser fired the sync event twice',
    'The session has ended on the server, and no data of the member is left on the device',
  ),
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    const member = await goOfflineAt(page, PATHS.support);
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(PATHS.landing);
    await page.close();
    const readEndedFlags = async () => {
      const sessions = services.database.collection('sessions').where('uid', '==', member.uid);
      return (await sessions.get()).docs.map((session) => session.get('endedAt') !== null);
    };
    expect(await readEndedFlags()).toEqual([false]);
    await context.setOffline(false);
    await dispatchSync(context, LOGOUT_TAG);
    await expect.poll(readEndedFlags).toEqual([true]);
    await dispatchSync(context, LOGOUT_TAG);
    const other = await context.newPage();
    await other.goto(`${addresses.site}/icons/icon.svg`);
    expect(await everythingKept(other)).not.toContain(member.uid);
  },
);
