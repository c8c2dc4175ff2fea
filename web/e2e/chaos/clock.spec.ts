import { MINUTE_MS } from '@quantalgo/contracts/core/time';
import { expectCountdown, setClockWrong } from '../support/clock';
import { faultRow } from '../support/faultRow';
import { expect, test } from '../support/journey';
import { enter } from '../support/login';
import { locateCard, expectLive } from '../support/room';
import { ESSENTIAL, liveSuite, publisher } from '../support/suite';

test.beforeAll(liveSuite);

/** `device.spec.ts` has two hours ahead and a day behind. */
const CLOCKS = [
  { name: '10 minutes ahead', error: 10 * MINUTE_MS, words: '10 min ahead' },
  { name: '10 minutes behind', error: -10 * MINUTE_MS, words: '10 min behind' },
  { name: '2 hours behind', error: -120 * MINUTE_MS, words: '2 h behind' },
  { name: 'a day ahead', error: 1440 * MINUTE_MS, words: '24 h ahead' },
];

for (const { name, error, words } of CLOCKS) {
  const row = faultRow(
    `Device clock ${name}`,
    'The room was opened, and a signal published',
    'Countdowns use server time, the page reports the clock error, and the room is live',
  );
  test(`the room uses server time when the device clock is ${name}`, row, async ({ page }) => {
    await setClockWrong(page, error);
    await enter(page, ESSENTIAL);
    await expectLive(page);
    await expect(page.getByText(`Your device’s clock is ${words}.`)).toBeVisible();
    await expectCountdown(page);
    const { signal } = await (await publisher).publish();
    await expect(locateCard(page, signal)).toBeVisible();
  });
}
