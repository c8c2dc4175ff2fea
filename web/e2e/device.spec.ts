import { PATHS } from '@quantalgo/contracts/core/paths';
import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { expectCountdown, setClockWrong } from './support/clock';
import { faultRow } from './support/faultRow';
import { expect, test } from './support/journey';
import { enter } from './support/login';
import { locateCard, expectLive, locateHistory } from './support/room';
import { ESSENTIAL, liveSuite, publisher, STARTER } from './support/suite';

test.beforeAll(liveSuite);

const CLOCKS = [
  { name: '2 hours ahead', error: 2 * HOUR_MS, words: '2 h ahead' },
  { name: 'a day behind', error: -24 * HOUR_MS, words: '24 h behind' },
];

for (const { name, error, words } of CLOCKS) {
  const wrong = faultRow(
    `Device clock ${name}`,
    'The room was opened, a signal published, the page reloaded',
    'Countdowns use server time, the page reports the clock error, the room is live, and the token is not renewed repeatedly',
  );
  test(
    `a device clock ${name} is reported, and countdowns use server time`,
    wrong,
    async ({ page }) => {
      const renewals: string[] = [];
      page.on('request', (request) => {
        if (request.url().includes('/v1/token')) renewals.push(request.url());
      });
      await setClockWrong(page, error);
      await enter(page, ESSENTIAL);
      await expectLive(page);
      await expect(
        page.getByText(`Your device’s clock is ${words}. The app uses our server’s time.`),
      ).toBeVisible();
      await expectCountdown(page);
      const { signal } = await (await publisher).publish();
      await expect(locateCard(page, signal)).toBeVisible();
      await page.reload();
      await expectLive(page);
      expect(renewals.length).toBeLessThan(4);
    },
  );
}

const MISSING = faultRow(
  'IndexedDB missing',
  'The room was opened without it, a signal published, the page reloaded, and another member logged in',
  'The app works from memory and warns that nothing is saved',
);
test(
  'without IndexedDB the app works from memory and warns that nothing is saved',
  MISSING,
  async ({ page, quiet }) => {
    // Requests in flight at logout are refused.
    quiet.allow(/status of 401/);
    await page.addInitScript(() => {
      Object.defineProperty(window, 'indexedDB', { value: undefined });
    });
    await enter(page, ESSENTIAL);
    await expect(page.getByText(/This browser isn’t saving any data/)).toBeVisible();
    await expect(locateHistory(page).first()).toBeVisible();
    await expectLive(page);
    const { signal } = await (await publisher).publish();
    await expect(locateCard(page, signal)).toBeVisible();
    await page.reload();
    await expect(locateCard(page, signal)).toBeVisible();

    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(PATHS.landing);
    await enter(page, STARTER);
    await expect(locateHistory(page).first()).toBeVisible();
    await expect(page.getByText(/This browser isn’t saving any data/)).toBeVisible();
  },
);
