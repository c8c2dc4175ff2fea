import type { Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { expectAccessible } from './support/axe';
import { readyForOffline } from './support/device';
import { expect, NO_SERVER, test, WITH_WORKER } from './support/journey';
import { enter } from './support/login';
import { ESSENTIAL, GUEST, seededSuite, STAFF } from './support/suite';

test.beforeAll(seededSuite);

const getPalette = (page: Page) => page.getByRole('dialog', { name: 'Search' });

const getField = (page: Page) => getPalette(page).getByRole('combobox', { name: 'Search' });

test(
  'the palette opens screens and signals by keyboard, also offline',
  WITH_WORKER,
  async ({ page, context, quiet }) => {
    test.slow();
    quiet.allow(...NO_SERVER);
    await enter(page, ESSENTIAL, PATHS.performance);
    await readyForOffline(page);
    await page.keyboard.press('Control+k');
    await expect(getField(page)).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(getPalette(page)).toBeHidden();

    await page.keyboard.press('/');
    await expect(getField(page)).toBeFocused();
    await page.keyboard.type('journal');
    await expect(getPalette(page).getByRole('option', { name: 'Journal' }).first()).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(PATHS.journal);

    await context.setOffline(true);
    await page.keyboard.press('Control+k');
    await page.keyboard.type('eur');
    const signals = getPalette(page).getByRole('group', { name: 'Signals' });
    await expect(signals.getByRole('option').first()).toContainText('EUR/USD');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/dashboard\/signals\/\d{8}T\d{4}Z$/);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('EUR/USD');
  },
);

test('staff find a member by admission code', async ({ page }) => {
  await enter(page, STAFF, PATHS.staffQueue);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.keyboard.type(GUEST.admissionCode.toLowerCase());
  const members = getPalette(page).getByRole('group', { name: 'Members' });
  const option = members.getByRole('option', { name: new RegExp(GUEST.fullName) });
  await expect(option).toBeVisible({ timeout: 20_000 });
  await expectAccessible(page);
  await option.click();
  await expect(page).toHaveURL(new RegExp(`${PATHS.staffUsers}#search=`));
  await expect(page.getByText(GUEST.email).first()).toBeVisible();
});
