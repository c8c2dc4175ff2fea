import type { Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { openDeployment } from './support/deployment';
import { readyForOffline } from './support/device';
import { faultRow } from './support/faultRow';
import { expect, NO_SERVER, WITH_WORKER, test } from './support/journey';
import { logIn } from './support/login';
import { addresses, STARTER } from './support/suite';

/** What a page gets for a path: status and text. */
const fetched = (page: Page, path: string) =>
  page.evaluate(async (address) => {
    const reply = await fetch(address);
    return { status: reply.status, text: await reply.text() };
  }, path);

const MISSING = ['/assets/gone-0123abcd.js', '/gone.js', '/dashboard/gone.js'];

test(
  'a missing script is never answered with the app shell',
  WITH_WORKER,
  async ({ page, quiet }) => {
    quiet.allow(/status of 404/, /Failed to load module script/);
    await page.goto(PATHS.login);
    const shell = await (await fetch(`${addresses.site}/app.html`)).text();
    const expectNoShell = async () => {
      for (const path of MISSING) {
        const { status, text } = await fetched(page, path);
        expect(status, path).toBe(404);
        expect(text, path).not.toBe(shell);
      }
    };
    await expectNoShell();
    await readyForOffline(page);
    await expectNoShell();
    const navigated = await page.goto('/assets/gone-0123abcd.js');
    expect(navigated?.status()).toBe(404);
  },
);

test(
  'login and sign-up open offline as their own pages',
  WITH_WORKER,
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    await page.goto(PATHS.login);
    await readyForOffline(page);
    await context.setOffline(true);
    for (const [path, title] of [
      [PATHS.login, 'Log in'],
      [PATHS.signUp, 'Create your account'],
    ] as const) {
      const answer = await page.goto(path);
      expect(await answer?.text(), path).toContain(`<title>${title} ·`);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    }
  },
);

/** Lets a tab look for a newer build, as it does when its member comes back to it. */
const comeBack = (page: Page) => page.evaluate(() => window.dispatchEvent(new Event('focus')));

const DEPLOYED = faultRow(
  'Deploy of a new build under an open tab',
  'The old files were gone from the server while tabs of the older build were open',
  'They live on, offer the new build, and move to it when their member says so',
);
test(
  'tabs of an older build keep working and switch to the new one on request',
  DEPLOYED,
  async ({ page, context }) => {
    const deployment = await openDeployment(addresses.site);
    await page.goto(`${deployment.url}${PATHS.login}`);
    await logIn(page, STARTER.email);
    await expect(page.getByRole('heading', { name: 'Control Center' })).toBeVisible();
    await readyForOffline(page);
    const other = await context.newPage();
    await other.goto(`${deployment.url}${PATHS.dashboard}`);
    await other.evaluate(() => (document.body.dataset['opened'] = 'before'));

    deployment.serve('next');
    await comeBack(page);
    const ready = page.getByRole('status').filter({ hasText: 'A new version is ready.' });
    await expect(ready.getByRole('listitem').first()).toBeVisible();
    const reloaded = page.waitForEvent('load');
    await ready.getByRole('button', { name: 'Update now' }).click();
    await reloaded;
    await expect(page.getByRole('heading', { name: 'Control Center' })).toBeVisible();
    await expect(ready).toHaveCount(0);

    await expect(other.getByText('A new version is ready.')).toBeVisible();
    await other.getByRole('link', { name: 'Signal Stream', exact: true }).click();
    await expect(other.getByRole('heading', { name: 'Signal Stream' })).toBeVisible();
    await expect(other.locator('body')).toHaveAttribute('data-opened', 'before');
    await context.close();
    await deployment.close();
  },
);

/** What the service worker has left on this device. */
const remains = (page: Page) =>
  page.evaluate(async () => {
    const registrations = await navigator.serviceWorker.getRegistrations();
    return [...registrations.map(({ scope }) => scope), ...(await caches.keys())];
  });

const SWITCHED_OFF = faultRow(
  'Kill switch',
  'The worker that switches itself off was served in place of the real one, and later the real one again',
  'The worker and all it kept are gone, the page opens from the network; then it is there again, offline too',
);
test(
  'the service worker can be switched off everywhere and on again',
  SWITCHED_OFF,
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    const deployment = await openDeployment(addresses.site);
    await page.goto(`${deployment.url}${PATHS.login}`);
    await readyForOffline(page);
    deployment.serve('off');
    await page.reload();
    await expect.poll(() => remains(page)).toEqual([]);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
    await expect.poll(() => remains(page)).toEqual([]);

    deployment.serve('built');
    await page.reload();
    await readyForOffline(page);
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
    await context.close();
    await deployment.close();
  },
);
