import { PATHS } from '@quantalgo/contracts/core/paths';
import { PASSWORD } from '@quantalgo/tools/suite/accounts';
import { locateApp, expect, test } from './support/journey';
import { enter } from './support/login';
import { locateHistory } from './support/room';
import { GUEST, liveSuite, STARTER } from './support/suite';

test.beforeAll(liveSuite);

const PHONE = { width: 390, height: 844 };

test.describe('on a phone', () => {
  test.use({ viewport: PHONE });

  test('More opens the whole sidebar and restores focus on close', async ({ page }) => {
    await enter(page, STARTER, PATHS.dashboard);
    const more = page.getByRole('button', { name: 'More', exact: true });
    await more.click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu.getByText(STARTER.fullName)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(more).toBeFocused();

    await more.click();
    await menu.getByRole('link', { name: 'Signal Stream' }).click();
    await expect(page).toHaveURL(PATHS.signals);
    await expect(menu).toBeHidden();
    await expect(page.getByRole('heading', { level: 1, name: 'Signal Stream' })).toBeFocused();
  });

  test('the freshness pill stays in view while scrolling', async ({ page }) => {
    await enter(page, STARTER);
    const pill = page
      .getByRole('banner')
      .getByText(/^(Live|Updated)$/)
      .first();
    await expect(locateHistory(page).first()).toBeVisible();
    await page.mouse.wheel(0, 1000);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
    await expect(pill).toBeInViewport();
  });
});

test('a locked link takes a guest to the steps that unlock it', async ({ page }) => {
  await enter(page, GUEST, PATHS.dashboard);
  const locked = page.getByRole('link', { name: 'Signal Stream (locked)' });
  await locked.hover();
  await expect(page.getByRole('tooltip')).toBeVisible();
  await locked.click();
  await expect(page).toHaveURL(PATHS.dashboard);
  await expect(page.getByText('Signal Stream is locked.')).toBeVisible();
  await expect(page.getByText(GUEST.admissionCode).first()).toBeVisible();
});

test('a member can get from the login to the Signal Room by keyboard', async ({ page }) => {
  await page.goto(PATHS.login);
  const press = async (key: string, times = 1) => {
    for (let time = 0; time < times; time += 1) await page.keyboard.press(key);
  };
  await expect(page.getByLabel('Email')).toBeVisible();
  await press('Tab', 2);
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(STARTER.email);
  await press('Tab');
  await page.keyboard.type(PASSWORD);
  await press('Enter');
  await expect(page).toHaveURL(PATHS.dashboard);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();

  await page.reload();
  await expect(locateApp(page).getByText(/^Welcome back, /)).toBeVisible();
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  await press('Enter');
  await press('Tab');
  await expect(page.getByRole('link', { name: 'Open Signal Stream' })).toBeFocused();
  await press('Enter');
  await expect(page).toHaveURL(PATHS.signals);
});
