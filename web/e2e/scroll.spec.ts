import type { Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { expect, test } from './support/journey';
import { enter } from './support/login';
import { ESSENTIAL, seededSuite, STAFF } from './support/suite';

test.beforeAll(seededSuite);

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

/** The uppermost row in the window, and its distance (px) from the top. */
const uppermost = (page: Page) =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll('[data-row]')];
    const uppermostRow = rows.find((row) => row.getBoundingClientRect().top >= 0);
    return { id: uppermostRow?.getAttribute('data-row'), top: uppermostRow?.getBoundingClientRect().top ?? 0 };
  });

/** A row in the middle of the window: Playwright scrolls to reach one that the header covers. */
const middleRow = (page: Page) =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll('[data-row]')];
    const middle = rows.find((row) => row.getBoundingClientRect().top >= innerHeight / 2);
    return middle?.getAttribute('data-row');
  });

/** Scrolls as a finger does, in steps, down to `y` (px). */
async function scrollDown(page: Page, y: number) {
  await expect(page.locator('[data-row]').first()).toBeVisible();
  await expect
    .poll(async () => {
      await page.evaluate((to) => window.scrollTo(0, to), y);
      return page.evaluate(() => window.scrollY);
    })
    .toBe(y);
  // The place is noted when the list rests.
  await page.waitForTimeout(300);
  return uppermost(page);
}

async function expectSamePlace(
  page: Page,
  before: { id?: string | null | undefined; top: number },
) {
  await expect.poll(async () => (await uppermost(page)).id).toBe(before.id);
  await expect.poll(async () => Math.abs((await uppermost(page)).top - before.top)).toBeLessThan(4);
  // It stays there while the rest of the screen loads.
  await page.waitForTimeout(1500);
  const after = await uppermost(page);
  expect(after.id).toBe(before.id);
  expect(Math.abs(after.top - before.top)).toBeLessThan(4);
}

test('going back from a signal restores the scroll position of the history on a phone', async ({ page }) => {
  await enter(page, ESSENTIAL, PATHS.signalHistory);
  const before = await scrollDown(page, 3000);
  await page.locator(`[data-row="${await middleRow(page)}"] a`).click();
  await expect(page.getByRole('navigation', { name: 'Other signals' })).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expectSamePlace(page, before);
  await page.goForward();
  await expect(page.getByRole('navigation', { name: 'Other signals' })).toBeVisible();
  await page.goBack();
  await page.reload();
  await expectSamePlace(page, before);
  await page.goto(PATHS.support);
  await page.goto(PATHS.signalHistory);
  await expect(page.locator('[data-row]').first()).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('going back to the Signal Room restores its scroll position and number of signals', async ({
  page,
}) => {
  await enter(page, ESSENTIAL, PATHS.signals);
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect(page.locator('[data-row]').nth(40)).toBeAttached();
  const before = await scrollDown(page, 2400);
  await page.getByRole('link', { name: 'Support' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Support Desk' })).toBeVisible();
  await page.goBack();
  await expectSamePlace(page, before);
});

test('going back to the feed restores its scroll position', async ({ page }) => {
  await enter(page, ESSENTIAL, PATHS.community);
  const before = await scrollDown(page, 900);
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expectSamePlace(page, before);
});

test('going back to the staff user list restores its scroll position', async ({ page }) => {
  await enter(page, STAFF, PATHS.staffUsers);
  const before = await scrollDown(page, 250);
  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.goBack();
  await expectSamePlace(page, before);
});
