import { devices, type Page, type Worker } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { openDeployment } from './support/deployment';
import { readyForOffline } from './support/device';
import { faultRow } from './support/faultRow';
import { locateApp, expect, NO_SERVER, test } from './support/journey';
import { enter } from './support/login';
import { inBrowserOf, withProfile } from './support/ownBrowser';
import { aPush, clickNotification, notificationsOn, pushBrowser } from './support/push';
import { expectLive, locateHistory } from './support/room';
import { addresses, ESSENTIAL, liveSuite } from './support/suite';

test.beforeAll(liveSuite);

/** Makes every opening of a database hang, as when the browser's database process hangs. */
const HANG = `IDBFactory.prototype.open = () => new EventTarget();`;

const CLICK = faultRow(
  'Click on a notification while the app loads',
  'The dashboard was opened on a processor 20 times slower; the notification was clicked before the app ran',
  'The window opens the notification’s target',
);
test('a notification click reaches a window that is still loading', CLICK, () =>
  withProfile((folder) =>
    inBrowserOf(folder, async (context, page) => {
      test.slow();
      const browser = await pushBrowser(context, page);
      await enter(page, ESSENTIAL, PATHS.dashboard);
      await readyForOffline(page);
      await browser.deliver({ ...aPush('Support has replied'), to: PATHS.support });
      await expect.poll(() => notificationsOn(page)).toHaveLength(1);

      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: 20 });
      await page.goto(PATHS.dashboard, { waitUntil: 'commit' });
      await page.waitForFunction(() => document.querySelector('#root') !== null);
      await clickNotification(context, 'Support has replied');
      expect(await page.evaluate(() => document.querySelector('#root main'))).toBeNull();
      await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
      await expect(page).toHaveURL(PATHS.support);
      await expect(page.getByRole('heading', { level: 1, name: 'Support Desk' })).toBeVisible();
      await browser.close();
    }),
  ),
);

const getWorker = (workers: readonly Worker[]): Worker => {
  const [worker] = workers;
  if (!worker) throw new Error('There is no service worker');
  return worker;
};

/** Records in the worker how long (ms) a push took to reach `showNotification`. */
const TIME_PUSHES = `
  self.addEventListener('push', () => { self.pushedAt = performance.now(); });
  const show = ServiceWorkerRegistration.prototype.showNotification;
  ServiceWorkerRegistration.prototype.showNotification = function (...all) {
    self.waitedMs = performance.now() - self.pushedAt;
    return show.apply(this, all);
  };`;

const HANGING_WORKER = faultRow(
  'Databases hang in the worker',
  'IndexedDB hung in the service worker; a push arrived',
  'It is shown after 300 ms',
);
test('a push is shown while IndexedDB hangs', HANGING_WORKER, () =>
  withProfile((folder) =>
    inBrowserOf(folder, async (context, page) => {
      const browser = await pushBrowser(context, page);
      await enter(page, ESSENTIAL, PATHS.dashboard);
      await readyForOffline(page);
      const worker = getWorker(context.serviceWorkers());
      await worker.evaluate(HANG + TIME_PUSHES);
      await browser.deliver(aPush('Support has replied'));
      await expect.poll(() => notificationsOn(page), { timeout: 5000 }).toHaveLength(1);
      const waitedMs: unknown = await worker.evaluate('self.waitedMs');
      // A timer on a busy machine may be late.
      expect(waitedMs).toBeLessThan(400);
      await browser.close();
    }),
  ),
);

test(
  'a page whose IndexedDB hangs works from memory and warns that nothing is saved',
  faultRow(
    'Databases hang in the page',
    'IndexedDB hung in the page after a reload',
    'It warns that nothing is saved, shows the history and is live',
  ),
  async ({ page }) => {
    await enter(page, ESSENTIAL);
    await expectLive(page);
    await page.addInitScript(HANG);
    await page.reload();
    await expect(page.getByText(/This browser isn’t saving any data/)).toBeVisible();
    await expect(locateHistory(page).first()).toBeVisible();
    await expectLive(page);
  },
);

const deleteCaches = (page: Page, prefix: string) =>
  page.evaluate(async (prefix) => {
    for (const name of await caches.keys()) if (name.startsWith(prefix)) await caches.delete(name);
  }, prefix);

test(
  'a deleted app cache is fetched again',
  faultRow(
    'The shell of the app is gone from the device',
    'Its cache was deleted, then the app was opened online and after that offline',
    'Account Hub reports that it opens offline, and it does',
  ),
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    await enter(page, ESSENTIAL, PATHS.settings);
    await readyForOffline(page);
    await deleteCaches(page, 'site-shell-');
    await page.reload();
    await expect(locateApp(page).getByText('All screens open offline.')).toBeVisible();
    await context.setOffline(true);
    await page.reload();
    await expect(locateApp(page).getByText('All screens open offline.')).toBeVisible();
  },
);

/** Damages every script of the app on the device. */
const damageScripts = (page: Page) =>
  page.evaluate(async () => {
    const headers = { 'content-type': 'text/javascript' };
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const { url } of await cache.keys())
        if (/\/assets\/.*\.js$/.test(url))
          await cache.put(url, new Response('damaged(', { headers }));
    }
  });

test(
  'an app with damaged files says so and fetches them again',
  faultRow(
    'All scripts of the app on the device are damaged',
    'Each was replaced with invalid code, then the app was opened offline and online',
    'The last seen screen says so; its button fetches all files again when online',
  ),
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER, /SyntaxError|Unexpected end of input/);
    await enter(page, ESSENTIAL);
    await expectLive(page);
    await readyForOffline(page);
    await damageScripts(page);
    await page.reload();
    const notice = page.getByRole('alert').filter({ hasText: 'The app’s files on this device' });
    await expect(notice).toHaveText(
      /^The app’s files on this device are damaged\. Reload to fetch them again\./,
    );
    await context.setOffline(true);
    const alert = page.locator('#damaged');
    await alert.getByRole('button', { name: 'Reload' }).click();
    await expect(alert).toContainText('There is no connection. Connect, then reload.');
    await context.setOffline(false);
    await alert.getByRole('button', { name: 'Reload' }).click();
    await expectLive(page);
    await expect(alert).toHaveCount(0);
  },
);

/** The version stored on this device, and whether another worker is waiting. */
const readVersion = (page: Page) =>
  page.evaluate(async () => {
    const kept: unknown = await (await caches.match('/site-versions'))?.json();
    const registration = await navigator.serviceWorker.getRegistration();
    return { kept: JSON.stringify(kept), waits: Boolean(registration?.waiting) };
  });

test(
  'a visitor gets the newest terms at once and the new build without a prompt',
  faultRow(
    'New build deployed while a visitor is away',
    'A visitor came back to the terms after a deploy; then the server was gone',
    'The newest terms at once, the new build without a prompt, and the cached terms without a server',
  ),
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER, /status of 404/);
    const deployment = await openDeployment(addresses.site);
    await page.goto(`${deployment.url}${PATHS.login}`);
    await readyForOffline(page);
    deployment.serve('next');
    const newest = await page.goto(`${deployment.url}${PATHS.terms}`);
    expect(await newest?.text()).toContain(deployment.mark);
    await page.goto(`${deployment.url}${PATHS.login}`);
    await expect
      .poll(() => readVersion(page))
      .toMatchObject({ kept: expect.stringContaining('["0123456789ab"'), waits: false });
    await context.setOffline(true);
    const kept = await page.goto(`${deployment.url}${PATHS.terms}`);
    expect(await kept?.text()).toContain('<title>Terms');
    await context.close();
    await deployment.close();
  },
);

/** Makes the browser identify as Safari on a phone. */
function beSafariOnAPhone(): void {
  Object.defineProperty(navigator, 'standalone', { value: false });
  Object.defineProperty(navigator, 'maxTouchPoints', { value: 5 });
}

test('an iPhone gets launch images of its screen’s size and the app’s name', async ({
  browser,
}) => {
  const context = await browser.newContext({
    ...devices['iPhone 13'],
    baseURL: addresses.site,
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await page.addInitScript(beSafariOnAPhone);
  await page.goto(PATHS.login);
  const pictures = page.locator('link[rel="apple-touch-startup-image"]');
  await expect(pictures).toHaveCount(2);
  const sizes = await pictures.evaluateAll((links) =>
    Promise.all(
      links.map(async (link) => {
        const image = Object.assign(new Image(), { src: link.getAttribute('href') });
        await image.decode();
        return [link.getAttribute('media'), image.width, image.height];
      }),
    ),
  );
  const { width, height, scale } = await page.evaluate(() => ({
    width: screen.width,
    height: screen.height,
    scale: devicePixelRatio,
  }));
  expect(sizes).toEqual([
    ['(orientation: portrait)', width * scale, height * scale],
    ['(orientation: landscape)', height * scale, width * scale],
  ]);
  await expect(page.locator('meta[name="apple-mobile-web-app-title"]')).toHaveAttribute(
    'content',
    'QuantAlgo',
  );
  await context.close();
});
