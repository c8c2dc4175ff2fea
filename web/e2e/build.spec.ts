import type { Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts';
import { openDeployment } from './support/deployment';
import { readyForOffline } from './support/device';
import { expect, NO_SERVER, test } from './support/journey';
import { logIn } from './support/login';
import { addresses, STARTER } from './support/suite';

/** What a page gets for a path: status and text. */
const fetched = (page: Page, path: string) =>
  page.evaluate(async (address) => {
    const reply = await fetch(address);
    return { status: reply.status, text: await reply.text() };
  }, path);

const MISSING = ['/assets/gone-0123abcd.js', '/gone.js', '/dashboard/gone.js'];

test('a script that is missing is never answered with the app', async ({ page, quiet }) => {
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
});

test('the pages to arrive at are there offline as themselves', async ({ page, context, quiet }) => {
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
});

test('a tab of an older build lives on, and moves to the new one when its member says so', async ({
  page,
}) => {
  const deployment = await openDeployment(addresses.site);
  await page.goto(`${deployment.url}${PATHS.login}`);
  await readyForOffline(page);
  await logIn(page, STARTER.email);
  await expect(page.getByRole('heading', { name: 'Control Center' })).toBeVisible();

  deployment.replace();
  await page.getByRole('link', { name: 'Signal Stream' }).click();
  await expect(page.getByRole('heading', { name: 'Signal Room' })).toBeVisible();

  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
  await expect(page.getByText('A new version is ready.')).toBeVisible();
  const reloaded = page.waitForEvent('load');
  await page.getByRole('button', { name: 'Update now' }).click();
  await reloaded;
  await expect(page.getByRole('heading', { name: 'Signal Room' })).toBeVisible();
  await expect(page.getByText('A new version is ready.')).toHaveCount(0);
  await page.close();
  await deployment.close();
});
