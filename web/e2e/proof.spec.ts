import type { Page } from '@playwright/test';
import { readyForOffline } from './support/device';
import { expect, NO_SERVER, test, WITH_WORKER } from './support/journey';
import { enter } from './support/login';
import { locateHistory } from './support/room';
import { ESSENTIAL, seededSuite } from './support/suite';

test.beforeAll(seededSuite);

/** Opens the seal of the newest settled signal. */
async function openSeal(page: Page) {
  const line = locateHistory(page).first();
  await line.click();
  await line
    .locator('..')
    .getByRole('button', { name: /^Sealed #/ })
    .click();
  const dialog = page.getByRole('dialog', { name: /^Sealed #/ });
  await expect(dialog.getByText(/^[0-9a-f]{64}$/)).toBeVisible();
  return dialog;
}

test('a signal is checked on the device against the public ledger', async ({ page }) => {
  await enter(page, ESSENTIAL);
  const seal = await openSeal(page);
  await seal.getByRole('button', { name: 'Check against the ledger' }).click();
  await expect(seal.getByText(/^Checked: the fingerprint computed on this device/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(seal).toBeHidden();
});

test(
  'the seal says offline that nothing was compared',
  WITH_WORKER,
  async ({ page, context, quiet }) => {
    quiet.allow(...NO_SERVER);
    await enter(page, ESSENTIAL);
    await expect(locateHistory(page).first()).toBeVisible();
    await readyForOffline(page);
    await context.setOffline(true);
    const seal = await openSeal(page);
    await seal.getByRole('button', { name: 'Check against the ledger' }).click();
    await expect(seal.getByText(/nothing was compared/)).toBeVisible();
  },
);

test('Show more adds 20 signals to the history', async ({ page }) => {
  await enter(page, ESSENTIAL);
  const lines = locateHistory(page);
  const more = page.getByRole('button', { name: 'Show more' });
  await expect(more).toBeVisible();
  const before = await lines.count();
  await more.click();
  await expect(lines).toHaveCount(before + 20);
});
