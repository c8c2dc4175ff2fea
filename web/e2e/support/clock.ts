import { expect, type Page } from '@playwright/test';
import { nextSlotStart, SLOT_MS } from '@quantalgo/contracts';

const SLOT_S = SLOT_MS / 1000;

/** Makes the page's clock wrong by so much (ms), from its first script on. */
export const setClockWrong = (page: Page, error: number) =>
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

/** The seconds between what the room says is left to the next signal and what is left by this machine's clock. */
async function countdownError(page: Page): Promise<number> {
  const shown = await page.getByText(/^next signal/).innerText();
  const [, minutes = NaN, seconds = NaN] = (/in (\d+):(\d\d)/.exec(shown) ?? []).map(Number);
  const now = Date.now();
  const error = Math.abs(minutes * 60 + seconds - (nextSlotStart(now) - now) / 1000);
  return Math.min(error, SLOT_S - error);
}

/** Waits until the room counts down to the next signal as this machine's clock does, be that a slot's first second. */
export const expectCountdown = (page: Page): Promise<void> =>
  expect.poll(() => countdownError(page)).toBeLessThan(3);
