import { lessonPath, PATHS } from '@quantalgo/contracts/core/paths';
import type { Page } from '@playwright/test';
import { expectAccessible } from './support/axe';
import { readyForOffline } from './support/device';
import { expect, NO_SERVER, test, WITH_WORKER } from './support/journey';
import { enter } from './support/login';
import { GUEST, seededSuite, STARTER } from './support/suite';

test.beforeAll(seededSuite);

const PHONE = { width: 390, height: 844 };

const FIRST = lessonPath('one-trade-two-endings');

/** Where the vault counts what is finished. */
const lessonsDone = (page: Page) => page.getByText('Lessons done', { exact: true }).locator('..');

const title = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });

test(
  'a course is opened and finished offline on a phone and shows as finished on another device',
  WITH_WORKER,
  async ({ page, context, browser, quiet }) => {
    quiet.allow(...NO_SERVER);
    await page.setViewportSize(PHONE);
    await enter(page, STARTER, PATHS.mentorship);
    await expect(page.getByText(/You haven’t finished a lesson yet/)).toBeVisible();
    await expect(page.getByText('Sample', { exact: true })).toHaveCount(0);
    await expectAccessible(page);
    await readyForOffline(page);

    await context.setOffline(true);
    await page.getByRole('link', { name: 'Start', exact: true }).click();
    await expect(page).toHaveURL(FIRST);
    await expect(title(page)).toHaveText('One trade, two endings');
    await page.getByRole('radio', { name: 'Less than', exact: false }).check();
    await expect(page.getByText('Not quite.')).toBeVisible();
    await expectAccessible(page);
    for (const next of ['What breaks even', 'What an edge is', 'Four stakes, one signal']) {
      await page.getByRole('button', { name: 'Finish lesson' }).click();
      await page.getByRole('link', { name: `Next: ${next}` }).click();
      await expect(title(page)).toHaveText(next);
      await expect(title(page)).toBeFocused();
    }
    await page.goBack();
    await expect(page.getByText('Finished', { exact: true })).toBeVisible();
    await page.goto(PATHS.mentorship);
    await expect(lessonsDone(page)).toContainText('3');
    await expect(page.getByText('First course, reached')).toBeAttached();

    let sent = 0;
    context.on('response', (response) => {
      const isWrite =
        response.url().endsWith('/api/learning') && response.request().method() === 'POST';
      if (isWrite && response.ok()) sent += 1;
    });
    await context.setOffline(false);
    await expect.poll(() => sent).toBe(4);
    const other = await browser.newContext();
    const device = await other.newPage();
    await enter(device, STARTER, PATHS.mentorship);
    await expect(lessonsDone(device)).toContainText('3');
    await device.goto(FIRST);
    await expect(device.getByRole('radio', { name: 'Less than', exact: false })).toBeChecked();
    await other.close();
  },
);

test('a guest sees the teaser and loads no lesson', async ({ page }) => {
  const requestedPaths: string[] = [];
  page.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname));
  await enter(page, GUEST, PATHS.mentorship);
  await expect(page.getByRole('heading', { name: 'Unlock with funded account' })).toBeVisible();
  await page.goto(FIRST);
  await expect(page.getByRole('heading', { name: 'Unlock with funded account' })).toBeVisible();
  expect(requestedPaths.filter((path) => /^\/api\/(courses|learning)/.test(path))).toEqual([]);
});
