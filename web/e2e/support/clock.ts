import type { Page } from '@playwright/test';
import { nextSlotStart } from '@quantalgo/contracts';

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

/** The seconds that the room says are left to the next signal, beside those that are left by this machine's clock. */
export async function countdown(page: Page): Promise<{ shown: number; left: number }> {
  const shown = await page.getByText(/^next signal/).innerText();
  const [, minutes = NaN, seconds = NaN] = (/in (\d+):(\d\d)/.exec(shown) ?? []).map(Number);
  const now = Date.now();
  return { shown: minutes * 60 + seconds, left: (nextSlotStart(now) - now) / 1000 };
}
