import { PATHS } from '@quantalgo/contracts/core/paths';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe';
import { expect, test } from './support/journey';
import { enter } from './support/login';
import { ESSENTIAL, seededSuite, STARTER } from './support/suite';

test.beforeAll(seededSuite);

const getRow = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });

async function copy(page: Page, name: string): Promise<void> {
  await getRow(page, name).getByRole('button', { name }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Published configuration' });
  await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(dialog.getByText(/Copied to your paper bots/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Close' }).click();
}

test('a configuration is copied, published, checked by another member and still counted after withdrawal', async ({
  page,
  browser,
}) => {
  await enter(page, STARTER, PATHS.copyTrading);
  await expect(page.getByText(/No real money is involved/)).toBeVisible();
  await expect(page.getByText('Sample', { exact: true })).toHaveCount(0);
  await expectAccessible(page);
  await copy(page, 'Demo Desk');
  await page.getByLabel('Display name').fill('Calm Heron');
  await page.getByRole('button', { name: 'Save name' }).click();
  await expect(getRow(page, 'Calm Heron')).toHaveCount(1);
  await page.getByRole('button', { name: 'Publish', exact: true }).click();
  await expect(getRow(page, 'Calm Heron')).toHaveCount(2);

  const other = await browser.newContext();
  const device = await other.newPage();
  await enter(device, ESSENTIAL, PATHS.essentialRoom);
  const board = device.getByRole('region', { name: 'VIP leaderboard' });
  await expect(board.getByText('Sample')).toHaveCount(0);
  const played = getRow(device, 'Calm Heron')
    .filter({ hasNotText: /\D0 trades/ })
    .first();
  await played.getByRole('button').click();
  const dialog = device.getByRole('dialog', { name: 'Published configuration' });
  await dialog.getByRole('button', { name: 'Check this row' }).click();
  await expect(dialog.getByText(/It matches to the cent/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();

  const own = page.getByRole('list', { name: 'Your configurations' });
  await own.getByRole('button', { name: 'Withdraw' }).first().click();
  await own.getByRole('button', { name: 'Withdraw' }).first().click();
  await expect(own.getByText('Withdrawn', { exact: true })).toBeVisible();
  await device.reload();
  await expect(getRow(device, 'Calm Heron').filter({ hasText: 'withdrawn' })).toHaveCount(1);
  await board.getByText('How this is counted').click();
  await expect(
    board.getByText(/6 configurations published so far: 4 running, 2 withdrawn/),
  ).toBeVisible();
  await other.close();
});
