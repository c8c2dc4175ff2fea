import type { Page } from '@playwright/test';
import { nextSlotStart, PATHS } from '@quantalgo/contracts';
import { expect, test } from './support/journey';
import { enter } from './support/login';
import { cardOf, expectLive, historyOf } from './support/room';
import { ESSENTIAL, liveSuite, publisher, STARTER } from './support/suite';

test.beforeAll(liveSuite);

const HOUR = 60 * 60_000;

const CLOCKS = [
  { name: '2 hours ahead', error: 2 * HOUR, words: '2 h ahead' },
  { name: 'a day behind', error: -24 * HOUR, words: '24 h behind' },
];

/** Makes the page's clock wrong by so much (ms), from its first script on. */
const setClockWrong = (page: Page, error: number) =>
  page.addInitScript((wrongBy) => {
    const TrueDate = Date;
    const now = () => TrueDate.now() + wrongBy;
    class WrongDate extends TrueDate {
      constructor(given: number | string | Date = now()) {
        super(given);
      }
      static override readonly now = now;
    }
    Object.assign(window, { Date: WrongDate });
  }, error);

/** The seconds that the room says are left to the next signal, beside those that are left by this machine's clock. */
async function countdown(page: Page) {
  const shown = await page.getByText(/^next signal/).innerText();
  const [, minutes = NaN, seconds = NaN] = (/in (\d+):(\d\d)/.exec(shown) ?? []).map(Number);
  const now = Date.now();
  return { shown: minutes * 60 + seconds, left: (nextSlotStart(now) - now) / 1000 };
}

for (const { name, error, words } of CLOCKS) {
  test(`a device whose clock is ${name} counts by the server's, and says so`, async ({ page }) => {
    const renewals: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/v1/token')) renewals.push(request.url());
    });
    await setClockWrong(page, error);
    await enter(page, ESSENTIAL);
    await expectLive(page);
    await expect(
      page.getByText(`Your device’s clock is ${words}. Times here follow our server.`),
    ).toBeVisible();
    const { shown, left } = await countdown(page);
    expect(Math.abs(shown - left)).toBeLessThan(3);
    const { signal } = await (await publisher).publish();
    await expect(cardOf(page, signal)).toBeVisible();
    await page.reload();
    await expectLive(page);
    expect(renewals.length).toBeLessThan(4);
  });
}

test('without IndexedDB all works from memory, and the page says that nothing is kept', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'indexedDB', { value: undefined });
  });
  await enter(page, ESSENTIAL);
  await expect(page.getByText(/This browser keeps nothing/)).toBeVisible();
  await expect(historyOf(page).first()).toBeVisible();
  await expectLive(page);
  const { signal } = await (await publisher).publish();
  await expect(cardOf(page, signal)).toBeVisible();
  await page.reload();
  await expect(cardOf(page, signal)).toBeVisible();

  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page).toHaveURL(PATHS.landing);
  await enter(page, STARTER);
  await expect(historyOf(page).first()).toBeVisible();
  await expect(page.getByText(/This browser keeps nothing/)).toBeVisible();
});
