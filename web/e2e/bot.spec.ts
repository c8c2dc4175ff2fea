import { PATHS } from '@quantalgo/contracts/core/paths';
import { expectAccessible } from './support/axe';
import { expect, NO_SERVER, test } from './support/journey';
import { enter } from './support/login';
import { ESSENTIAL, seededSuite } from './support/suite';

test.beforeAll(seededSuite);

test('a bot is tried out, saved offline and loaded on another device', async ({
  page,
  context,
  browser,
  quiet,
}) => {
  await enter(page, ESSENTIAL, PATHS.botAccess);
  const profit = page.getByText('Profit', { exact: true }).locator('..');
  await expect(profit).toContainText(/\$\d/);
  const before = await profit.textContent();
  await expect(page.getByText('Sample', { exact: true })).toHaveCount(0);

  const form = page.getByRole('form', { name: 'Configuration' });
  await form.getByText('$250').click();
  await expect(page.getByText(/not saved yet\./)).toBeVisible();
  await expectAccessible(page);
  await expect(profit).not.toHaveText(before ?? '');
  await form.getByLabel('Max trades').fill('11');
  await form.getByRole('button', { name: 'Save bot' }).click();
  await expect(form.getByText('Enter 1 to 10 open trades')).toBeVisible();
  await form.getByLabel('Max trades').fill('2');

  quiet.allow(...NO_SERVER);
  await context.setOffline(true);
  await form.getByRole('button', { name: 'Save bot' }).click();
  await expect(page.getByText(/send it once you’re back online/)).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByText(/send it once you’re back online/)).toBeHidden();

  const other = await browser.newContext();
  const device = await other.newPage();
  await enter(device, ESSENTIAL, PATHS.botAccess);
  const there = device.getByRole('form', { name: 'Configuration' });
  await expect(there.getByLabel('Max trades')).toHaveValue('2');
  await expect(there.getByRole('radio', { name: '$250' })).toBeChecked();
  await device.getByRole('button', { name: 'Pause bot' }).click();
  await expect(device.getByText('Paused', { exact: true })).toBeVisible();
  await other.close();
});
