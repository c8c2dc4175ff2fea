import type { BrowserContext, Page } from '@playwright/test';
import { PATHS, signalPath } from '@quantalgo/contracts/core/paths';
import { parseSlotId } from '@quantalgo/contracts/core/slots';
import type { PushPayload } from '@quantalgo/contracts/push/push';
import { toPushedSignal, parsePushedSignal } from '@quantalgo/contracts/signals/pushed';
import { type Signal, signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import { pushPackDocument } from '@quantalgo/functions/collections/push';
import { readStoredSignals, readyForOffline } from './support/device';
import { faultRow } from './support/faultRow';
import { expect, NO_SERVER, test } from './support/journey';
import { enter } from './support/login';
import { inBrowserOf, withProfile } from './support/ownBrowser';
import { aPush, clickNotification, notificationsOn, pushBrowser } from './support/push';
import { expectLive } from './support/room';
import {
  ESSENTIAL,
  liveSuite,
  newMember,
  publishedIds,
  publisher,
  seededSuite,
  services,
  STARTER,
} from './support/suite';

test.beforeAll(seededSuite);

// Earlier tests' browsers are gone: the server would retry their subscriptions for seconds each.
test.beforeEach(async () => {
  for (const name of ['pushSubscriptions', 'pushPacks'])
    await services.database.recursiveDelete(services.database.collection(name));
});

const countDevices = async (uid: string) =>
  (await services.database.collection('pushSubscriptions').where('uid', '==', uid).get()).size;

test('a member can enable push, see how long a test took, and open a signal from its notification', () =>
  withProfile((folder) =>
    inBrowserOf(folder, async (context, page) => {
      const browser = await pushBrowser(context, page);
      const member = await newMember(STARTER);
      await enter(page, member, PATHS.settings);
      await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
      await page.getByRole('button', { name: 'Turn on notifications' }).click();
      await page.getByRole('button', { name: 'Send me a test' }).click();

      await expect.poll(() => browser.service.received.length, { timeout: 30_000 }).toBe(1);
      await browser.deliver(browser.service.received[0]?.payload);
      await expect(page.getByText(/^Shown \d+\.\d s after your request/)).toBeVisible();
      expect(await notificationsOn(page)).toEqual([
        'Notifications reach this device: This is the test you requested.',
      ]);

      const [slot = ''] = await publishedIds(['basic']);
      await browser.deliver({
        ...browser.service.received[0]?.payload,
        id: slot,
        event: 'signal',
        title: 'EUR/USD CALL',
        body: 'Enter now',
        receipt: null,
        to: signalPath(slot),
        until: parseSlotId(slot),
      });
      const late = 'EUR/USD CALL · expired';
      await expect
        .poll(() => notificationsOn(page))
        .toContain(`${late}: Expired: don’t enter. The result is in your history.`);
      await clickNotification(context, late);
      await expect(page).toHaveURL(signalPath(slot));

      await page.goBack();
      await page.getByRole('button', { name: 'Turn off', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Turn on notifications' })).toBeVisible();
      expect(await countDevices(member.uid)).toBe(0);
      await browser.close();
    }),
  ));

test('opening a notification’s target closes it, and logging out closes the others', () =>
  withProfile((folder) =>
    inBrowserOf(folder, async (context, page) => {
      const browser = await pushBrowser(context, page);
      await enter(page, await newMember(ESSENTIAL), PATHS.signals);
      await readyForOffline(page);
      await browser.deliver({ ...aPush('Support has replied'), to: PATHS.support });
      await browser.deliver({ ...aPush('You were mentioned'), to: PATHS.essentialRoom });
      await expect.poll(() => notificationsOn(page)).toHaveLength(2);
      await page.getByRole('link', { name: 'Support Desk' }).click();
      await expect
        .poll(() => notificationsOn(page))
        .toEqual(['You were mentioned: Open the app to see it.']);
      await page.getByRole('button', { name: 'Log out' }).click();
      await expect(page).toHaveURL(PATHS.landing);
      await expect.poll(() => notificationsOn(page)).toEqual([]);
      await browser.close();
    }),
  ));

/** A signal of the server as it was when published, without its result. */
async function publishedSignal(id: string): Promise<Signal> {
  const document = await services.database.doc(`signals/${id}`).get();
  const signal = signalDocumentSchema.parse(document.data());
  return { ...signal, updatedAt: signal.publishedAt, settlement: null };
}

/** Deletes these signals from the device while no page of the app is open. */
const loseSignals = (page: Page, uid: string, ids: readonly string[]) =>
  page.evaluate(
    ([name, ids]) =>
      new Promise<void>((resolve) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => {
          const database = opening.result;
          const transaction = database.transaction(['signals', 'digests'], 'readwrite');
          for (const id of ids) transaction.objectStore('signals').delete(id);
          transaction.objectStore('digests').clear();
          transaction.oncomplete = () => {
            database.close();
            resolve();
          };
        };
      }),
    [`quantalgo-${uid}`, ids] as const,
  );

/** Access of a member whose dashboard is locked. */
const access = { tier: 'guest', dashboardUnlocked: false, staff: false } as const;

const toPush = (uid: string, signal: Signal): PushPayload => ({
  ...aPush(signal.id),
  event: 'signal',
  to: signalPath(signal.id),
  member: uid,
  signal: toPushedSignal(signal),
});

/** Which of these signals the device lacks. */
const missing = async (page: Page, uid: string, ids: readonly string[]) => {
  const storedIds = new Set((await readStoredSignals(page, uid)).map(({ id }) => id));
  return ids.filter((id) => !storedIds.has(id));
};

/** Navigates within the open app, as a link does. */
const follow = (page: Page, path: string) =>
  page.evaluate((path) => {
    history.pushState(null, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);

test(
  'signals pushed to a closed app open offline, except another member’s or after revocation',
  faultRow(
    'A hundred signals by push alone',
    'The device lost 100 signals; they were pushed with the app closed and offline, with one more for another member and one more after access ended',
    '100 of 100 are on the device and open offline, but neither of the other two',
  ),
  () =>
    withProfile((folder) =>
      inBrowserOf(
        folder,
        async (context, page) => {
          test.slow();
          const browser = await pushBrowser(context, page);
          const member = await newMember(ESSENTIAL);
          await enter(page, member, PATHS.settings);
          await page.getByRole('button', { name: 'Turn on notifications' }).click();
          await expect(page.getByRole('button', { name: 'Send me a test' })).toBeVisible();
          await follow(page, PATHS.signals);
          await readyForOffline(page);

          const [foreign = '', late = '', ...ids] = (await publishedIds()).slice(1, 103);
          await expect.poll(() => missing(page, member.uid, ids)).toEqual([]);
          await page.goto(PATHS.terms);
          await loseSignals(page, member.uid, [foreign, late, ...ids]);
          expect(await missing(page, member.uid, ids)).toHaveLength(100);
          await context.setOffline(true);
          for (const id of ids)
            await browser.deliver(toPush(member.uid, await publishedSignal(id)));
          await browser.deliver(toPush('somebody-else', await publishedSignal(foreign)));
          await browser.deliver({
            ...aPush('Locked'),
            event: 'access',
            member: member.uid,
            access,
          });
          await browser.deliver(toPush(member.uid, await publishedSignal(late)));
          expect(await notificationsOn(page)).toHaveLength(103);

          await expect.poll(() => missing(page, member.uid, ids)).toEqual([]);
          expect(await missing(page, member.uid, [foreign, late])).toEqual([foreign, late]);
          await page.goto(PATHS.signals);
          await expect(page.locator('body:not(:has(#kept)) #root main')).toBeVisible();
          for (const id of ids) {
            const { ledgerSeq } = await publishedSignal(id);
            await follow(page, signalPath(id));
            const sealed = page.getByRole('button', {
              name: `Sealed #${ledgerSeq.toLocaleString('en-GB')}`,
            });
            await expect(sealed.first()).toBeVisible();
          }
          await browser.close();
        },
        ...NO_SERVER,
      ),
    ),
);

/** Has every signal pushed to this device, at any hour. */
async function allowEverySignal(page: Page, member: { readonly uid: string }): Promise<void> {
  await page.getByRole('group', { name: 'Quiet hours' }).getByText('None').click();
  await page.getByRole('group', { name: 'Maximum signals a day' }).getByText('No limit').click();
  const packed = async () => {
    const { docs } = await services.database.collection('pushPacks').get();
    const packs = docs.map((pack) => pushPackDocument.parse(pack.data()));
    const devices = packs.flatMap((pack) => Object.values(pack.devices));
    return devices.find(({ uid }) => uid === member.uid)?.preferences;
  };
  await expect.poll(packed).toMatchObject({ quiet: null, perDay: 288 });
}

/** Opens the live room in a browser that gets every signal as a push and works offline. */
async function openSubscribedBrowser(context: BrowserContext, page: Page) {
  await liveSuite();
  const browser = await pushBrowser(context, page);
  const member = await newMember(ESSENTIAL);
  await enter(page, member, PATHS.settings);
  await page.getByRole('button', { name: 'Turn on notifications' }).click();
  await allowEverySignal(page, member);
  await follow(page, PATHS.signals);
  await expectLive(page);
  await readyForOffline(page);
  return { browser, member };
}

test('a signal published while the app was closed opens offline from its push', () =>
  withProfile((folder) =>
    inBrowserOf(
      folder,
      async (context, page) => {
        const { browser, member } = await openSubscribedBrowser(context, page);
        await page.goto(PATHS.terms);

        const { signal } = await (await publisher).publish();
        const findPush = () =>
          browser.service.received
            .map(({ payload }) => payload)
            .find((payload) => payload.id === signal.id && payload.signal);
        await expect.poll(findPush).toBeTruthy();
        // A push has no space for these two: they arrive over the stream.
        const { commitment, moves, ...pushed } = signal;
        expect(parsePushedSignal(findPush()?.signal)).toMatchObject(pushed);
        await context.setOffline(true);
        await browser.deliver(findPush());
        await expect.poll(() => missing(page, member.uid, [signal.id])).toEqual([]);
        await page.goto(signalPath(signal.id));
        const sealed = `Sealed #${signal.ledgerSeq.toLocaleString('en-GB')}`;
        await expect(page.getByRole('button', { name: sealed }).first()).toBeVisible();
        await browser.close();
      },
      ...NO_SERVER,
    ),
  ));

test('a result replaces its signal’s notification and shows on the page offline', () =>
  withProfile((folder) =>
    inBrowserOf(
      folder,
      async (context, page) => {
        test.slow();
        const { browser } = await openSubscribedBrowser(context, page);
        await context.setOffline(true);

        const { publish, settle } = await publisher;
        const payloads = () => browser.service.received.map(({ payload }) => payload);
        const isReceived = (id: string) => payloads().some((payload) => payload.id === id);
        const { signal } = await publish();
        await expect.poll(() => isReceived(signal.id), { timeout: 30_000 }).toBe(true);
        for (let settled: string[] = []; !settled.includes(signal.id);) {
          await publish();
          settled = await settle();
        }
        // Not the push that it can't be entered, which may come first.
        const ended = () =>
          payloads().find(({ id, ended, title }) => {
            const isOfSignal = id === signal.id && ended === true;
            return isOfSignal && !title.startsWith('Do nothing');
          });
        await expect.poll(ended, { timeout: 30_000 }).toBeTruthy();

        await browser.deliver(payloads().find(({ id }) => id === signal.id));
        await expect.poll(() => notificationsOn(page)).toHaveLength(1);
        await browser.deliver(ended());
        await expect
          .poll(() => notificationsOn(page))
          .toEqual([`${ended()?.title}: ${ended()?.body}`]);
        expect(ended()?.title).toMatch(
          /^[A-Z/]{7} (CALL|PUT): (won at level \d|lost, all 4 levels|would have (?:won|lost|broken even)|break-even)$/,
        );
        expect(ended()?.silent).toBe(true);
        await clickNotification(context, ended()?.title ?? '');
        await expect(page).toHaveURL(signalPath(signal.id));
        await expect(page.getByRole('heading', { name: 'How it was settled' })).toBeVisible();
        await browser.close();
      },
      ...NO_SERVER,
    ),
  ));

test('muting signals for an hour leaves one notification and pauses pushes on the server', () =>
  withProfile((folder) =>
    inBrowserOf(folder, async (context, page) => {
      const browser = await pushBrowser(context, page);
      const member = await newMember(ESSENTIAL);
      await enter(page, member, PATHS.settings);
      await page.getByRole('button', { name: 'Turn on notifications' }).click();
      await expect(page.getByRole('button', { name: 'Send me a test' })).toBeVisible();
      await readyForOffline(page);
      const toSignalPush = (title: string): PushPayload => ({ ...aPush(title), event: 'signal' });
      await browser.deliver(toSignalPush('EUR/USD CALL'));
      await expect.poll(() => notificationsOn(page)).toHaveLength(1);
      await clickNotification(context, 'EUR/USD CALL', 'mute');
      expect(await notificationsOn(page)).toEqual([
        'Signals are muted for an hour: Only on this device. They still appear in the app.',
      ]);
      await browser.deliver(toSignalPush('GBP/USD PUT'));
      await browser.deliver(toSignalPush('USD/JPY PUT'));
      await expect
        .poll(() => notificationsOn(page))
        .toEqual(['Signals are muted: 2 new signals in the app.']);
      const subscriptions = services.database.collection('pushSubscriptions');
      const ofMember = subscriptions.where('uid', '==', member.uid);
      // The worker calls the server after showing its notification.
      await expect
        .poll(async () => (await ofMember.get()).docs.map((row) => Boolean(row.get('pausedUntil'))))
        .toEqual([true]);
      await browser.close();
    }),
  ));
