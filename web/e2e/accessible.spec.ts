import type { Locator, Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { PASSWORD } from '@quantalgo/tools/suite/accounts';
import { expectLargeTextFits, SMALL_PHONE } from './pages/largeText';
import { type Place, PLACES } from './pages/places';
import { expectAccessible } from './support/axe';
import { mailedCode } from './support/inbox';
import { expect, test } from './support/journey';
import { enter } from './support/login';
import { locateHistory } from './support/room';
import { newAddress } from './support/signUp';
import { ESSENTIAL, GUEST, liveSuite, STAFF } from './support/suite';
import { screenshot } from './support/traderProof';

test.beforeAll(liveSuite);

const PHONE = { width: 390, height: 844 };

/** Opens the phone's menu. A screen may have another button named More. */
async function openMenu(page: Page): Promise<Locator> {
  const bar = page.getByRole('navigation', { name: 'Main' });
  await bar.getByRole('button', { name: 'More', exact: true }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu).toBeVisible();
  return menu;
}

for (const colorScheme of ['dark', 'light'] as const) {
  test.describe(`in the ${colorScheme} theme`, () => {
    test.use({ colorScheme, viewport: PHONE });

    test('overlays and form errors pass axe', async ({ page }) => {
      await page.goto(`${PATHS.signUp}?step=details`);
      await page.getByRole('button', { name: 'Send my code' }).click();
      await expect(page.getByText('Full name is required')).toBeVisible();
      await expectAccessible(page);
      await enter(page, ESSENTIAL);
      await openMenu(page);
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      await unfold(page);
      await getSeal(page).click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectAccessible(page);
    });
  });
}

test('stake bars stay visible in forced-colours mode', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await enter(page, ESSENTIAL);
  await unfold(page);
  const ladder = page.getByRole('list', { name: 'Stake at each level' }).first();
  const bar = ladder.getByRole('listitem').first().locator('span[style]');
  const canvas = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await expect(bar).toBeVisible();
  await expect(bar).not.toHaveCSS('background-color', canvas);
});

/** Opens the details of the newest signal. */
const unfold = (page: Page) => page.getByRole('main').getByText('Details').click();

const getSeal = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('button', { name: /^Sealed #/ })
    .first();

/** Presses Tab until `target` has visible focus. */
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

test('login and Signal Room work with the keyboard alone', async ({ page }) => {
  await page.goto(PATHS.signals);
  await tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type(ESSENTIAL.email);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(PATHS.signals);
  await expect(page.getByRole('heading', { name: 'Signal Stream' })).toBeFocused();
  await expect(locateHistory(page).first()).toBeVisible();

  await page.reload();
  await expect(locateHistory(page).first()).toBeVisible();
  await tabTo(page, page.getByRole('link', { name: 'Skip to content' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  await tabTo(page, page.locator('main article summary').first());
  await page.keyboard.press('Enter');
  const seal = getSeal(page);
  await tabTo(page, seal);
  await page.keyboard.press('Enter');
  const proof = page.getByRole('dialog');
  await tabTo(page, proof.getByRole('button', { name: 'Check against the ledger' }));
  await page.keyboard.press('Enter');
  await expect(proof.getByText(/^Checked: /)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(proof).toHaveCount(0);
  await expect(seal).toBeFocused();

  await tabTo(page, locateHistory(page).first());
  await page.keyboard.press('Enter');
  await expect(page.getByText('Closing prices', { exact: true }).first()).toBeVisible();
  const lines = await locateHistory(page).count();
  await tabTo(page, page.getByRole('button', { name: 'Show more' }));
  await page.keyboard.press('Enter');
  await expect.poll(() => locateHistory(page).count()).toBeGreaterThan(lines);
});

test('sign-up works with the keyboard alone, up to the submitted proof', async ({ page }) => {
  const email = newAddress();
  const { keyboard } = page;
  const type = async (label: string, text: string) => {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await keyboard.type(text);
  };
  const press = async (button: string) => {
    await tabTo(page, page.getByRole('button', { name: button }));
    await keyboard.press('Enter');
  };
  await page.goto(PATHS.signUp);
  await tabTo(page, page.getByRole('link', { name: 'Get started' }));
  await keyboard.press('Enter');
  await type('Full name', 'Ada Obi');
  await type('Email', email);
  await type('Country', 'Nig');
  await type('Phone', '+234 801 234 5678');
  await type('Password', PASSWORD);
  await keyboard.press('Enter');
  await type('Confirmation code', await mailedCode(email));
  await expect(page).toHaveURL(PATHS.linkTrader);
  await type('Trader ID', 'PO-4713');
  const picture = await screenshot(page);
  const chooser = page.waitForEvent('filechooser');
  await tabTo(page, page.getByLabel('Screenshot'));
  await keyboard.press('Enter');
  await (await chooser).setFiles(picture);
  await expect(page.getByAltText('Preview of account.png')).toBeVisible();
  await press('Submit for verification');
  await expect(page).toHaveURL(PATHS.dashboard);
});

/** Text of the bottom bar that wraps onto another line. */
const brokenWords = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).evaluate((bar) => {
    const broken: string[] = [];
    const walker = document.createTreeWalker(bar, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(node.textContent ?? '');
    }
    return broken;
  });

const listPaths = (...accesses: readonly Place['access'][]): readonly string[] =>
  PLACES.filter(({ access }) => accesses.includes(access)).map(({ path }) => path);

test.describe('on a small phone with text at 200%, nothing is cut off or scrolls sideways', () => {
  test.use({ viewport: SMALL_PHONE });

  test('for visitors', async ({ page }) => {
    for (const path of listPaths('document', 'visitor', 'anyone'))
      await expectLargeTextFits(page, path);
  });

  test('for guests', async ({ page }) => {
    await enter(page, GUEST);
    for (const path of [PATHS.dashboard, PATHS.upgrade, PATHS.accountSetup, PATHS.linkTrader]) {
      await expectLargeTextFits(page, path);
      if (path !== PATHS.linkTrader) expect(await brokenWords(page), path).toEqual([]);
    }
  });

  test('for Essential members', async ({ page }) => {
    await enter(page, ESSENTIAL);
    for (const path of listPaths('member').filter((member) => member !== PATHS.linkTrader)) {
      await expectLargeTextFits(page, path);
      expect(await brokenWords(page), path).toEqual([]);
    }
    const menu = await openMenu(page);
    const isOverflowing = menu.evaluate(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
    );
    expect(await isOverflowing).toBe(false);
  });

  test('for staff', async ({ page }) => {
    await enter(page, STAFF);
    for (const path of listPaths('staff')) await expectLargeTextFits(page, path);
  });
});
