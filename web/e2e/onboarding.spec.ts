import type { BrowserContext, Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { expectAccessible } from './support/axe';
import { locateApp, expect, NO_SERVER, test } from './support/journey';
import { inBrowserOf, withProfile } from './support/ownBrowser';
import { confirm, newAddress, register } from './support/signUp';
import { readProofs, seededSuite } from './support/suite';
import { fillIn, submit } from './support/traderProof';

test.beforeAll(seededSuite);

test('a visitor signs up, confirms, links a trader ID and lands on the dashboard as a guest', async ({
  page,
}) => {
  const email = newAddress();
  await register(page, email);
  await confirm(page, email);
  await fillIn(page, 'PO-4711');
  await submit(page);
  await expect(
    page.getByText('Trader ID verification submitted successfully! Our team will review'),
  ).toBeVisible();
  await expect(page).toHaveURL(PATHS.dashboard);
  await expect(page.getByRole('complementary').getByText('Guest Tier')).toBeVisible();
  expect(await readProofs(email)).toMatchObject([{ traderId: 'PO-4711' }]);
});

test('a proof interrupted by a lost connection arrives once after a browser restart', () =>
  withProfile(async (folder) => {
    test.setTimeout(180_000);
    const email = newAddress();
    const send = async (context: BrowserContext, page: Page) => {
      await register(page, email);
      await confirm(page, email);
      await fillIn(page, 'PO-4712');
      await page.route('**/v0/b/**', async (route) => {
        await context.setOffline(true);
        await route.abort();
      });
      await submit(page);
      await expect(page.getByText(/^Saved on this device\. You are offline/)).toBeVisible();
    };
    await inBrowserOf(folder, send, ...NO_SERVER);
    expect(await readProofs(email)).toEqual([]);

    const arrive = async (_: BrowserContext, page: Page) => {
      await page.goto(PATHS.dashboard);
      await expect.poll(() => readProofs(email), { timeout: 60_000 }).toHaveLength(1);
      await page.reload();
      await expect(locateApp(page).getByText(/^Welcome back, /)).toBeVisible();
      expect(await readProofs(email)).toMatchObject([{ traderId: 'PO-4712' }]);
    };
    // If the reload interrupts the response, the retry is told that the file already exists.
    const there = /status of 403 .*\/o\?name=pending/;
    await inBrowserOf(folder, arrive, ...NO_SERVER, there);
  }));

test('form input except the password survives a reload and Back', async ({ page }) => {
  await page.goto(PATHS.signUp);
  await page.getByRole('link', { name: 'Get started' }).click();
  await page.getByLabel('Full name').fill('Ada Obi');
  await page.getByLabel('Password', { exact: true }).fill('Trader2026');
  await page.reload();
  await expect(page.getByLabel('Full name')).toHaveValue('Ada Obi');
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue('');
  await page.goBack();
  await expect(page.getByRole('heading', { name: 'Welcome to QuantAlgo' })).toBeVisible();
  await page.goForward();
  await expect(page.getByLabel('Full name')).toHaveValue('Ada Obi');
});

test('a wrong code shows an error and stays in the field', async ({ page, quiet }) => {
  quiet.allow(/status of 400/);
  await register(page, newAddress());
  await page.getByLabel('Confirmation code').pressSequentially('zzzzzzz');
  await expect(page.getByRole('alert')).toHaveText(/Invalid or expired confirmation code/);
  await expect(page.getByLabel('Confirmation code')).toHaveValue('ZZZZZZZ');
});

for (const path of [
  PATHS.signUp,
  `${PATHS.signUp}?step=details`,
  PATHS.activate,
  PATHS.forgotPassword,
  PATHS.resetPassword,
  PATHS.transfer,
])
  test(`${path} passes axe`, async ({ page }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectAccessible(page);
  });
