import type { Locator, Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts';
import { PASSWORD } from '@quantalgo/tools/seed/accounts';
import { expectAccessible } from './support/axe';
import { expect, test } from './support/journey';
import { enter } from './support/login';
import { expectLive, historyOf } from './support/room';
import { ESSENTIAL, GUEST, liveSuite } from './support/suite';

test.beforeAll(liveSuite);

const WIDTHS = [
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
];

/** Fails with each rule that the page breaks on a phone or on a desk. */
async function expectAccessibleAnywhere(page: Page): Promise<void> {
  for (const size of WIDTHS) {
    await page.setViewportSize(size);
    await expectAccessible(page);
  }
}

for (const colorScheme of ['dark', 'light'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    test('login, home and the open room pass axe', async ({ page }) => {
      await page.goto(PATHS.signals);
      await expect(page.getByRole('heading', { name: 'Log in' })).toBeVisible();
      await expectAccessibleAnywhere(page);
      await enter(page, ESSENTIAL);
      await expectLive(page);
      await expect(historyOf(page).first()).toBeVisible();
      await expectAccessibleAnywhere(page);
      await page.getByRole('link', { name: 'Control Center' }).click();
      await expect(page.getByRole('heading', { name: 'Control Center' })).toBeVisible();
      await expectAccessibleAnywhere(page);
    });

    test('the guest’s home and the locked room pass axe', async ({ page }) => {
      await enter(page, GUEST);
      await expect(page.getByRole('heading', { name: 'Unlock with funded account' })).toBeVisible();
      await expectAccessibleAnywhere(page);
      await page.getByRole('link', { name: 'Control Center' }).click();
      await expect(page.getByRole('heading', { name: 'Activate your account' })).toBeVisible();
      await expectAccessibleAnywhere(page);
    });
  });
}

/** Steps through the page until `target` has the focus, which must be seen there. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeAttached();
  for (let steps = 0; steps < 60; steps += 1) {
    await page.keyboard.press('Tab');
    if (!(await target.evaluate((element) => element === document.activeElement))) continue;
    await expect(target).not.toHaveCSS('outline-style', 'none');
    return;
  }
  throw new Error(`${String(target)} can't be reached by the keyboard`);
}

test('login and Signal Room work by the keyboard alone', async ({ page }) => {
  await page.goto(PATHS.signals);
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(ESSENTIAL.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(PATHS.signals);
  await expect(page.getByRole('heading', { name: 'Signal Room' })).toBeFocused();
  await expect(historyOf(page).first()).toBeVisible();

  await page.reload();
  await expect(historyOf(page).first()).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  const seal = page
    .getByRole('main')
    .getByRole('button', { name: /^Sealed #/ })
    .first();
  await tabTo(page, seal);
  await page.keyboard.press('Enter');
  const proof = page.getByRole('dialog');
  await tabTo(page, proof.getByRole('button', { name: 'Check against the ledger' }));
  await page.keyboard.press('Enter');
  await expect(proof.getByText(/^Checked: /)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(proof).toHaveCount(0);
  await expect(seal).toBeFocused();

  await tabTo(page, historyOf(page).first());
  await page.keyboard.press('Enter');
  await expect(page.getByText('Judged on').first()).toBeVisible();
  const lines = await historyOf(page).count();
  await tabTo(page, page.getByRole('button', { name: 'Show more' }));
  await page.keyboard.press('Enter');
  await expect.poll(() => historyOf(page).count()).toBeGreaterThan(lines);
});
