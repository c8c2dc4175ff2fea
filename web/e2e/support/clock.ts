import { expect, type Page, type Route } from '@playwright/test';
import { nextSlotStart, SLOT_MS } from '@quantalgo/contracts/core/slots';

const SLOT_S = SLOT_MS / 1000;

/** Shifts the page's clock by `error` (ms) from its first script on. */
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

/** Calls whose responses carry the server's time. */
const TELLING = /\/(api|auth|countdown)(\/|$)/;

/** Time (ms) that a page needs to read a response. */
const READ_WITHIN_MS = 200;

/** A page's clock that can be stopped. */
export interface HeldClock {
  /**
   * Stops the page's clock half a second after `at` (epoch ms), so that rounding can't show `at - 1`.
   */
  readonly hold: (at: number) => Promise<void>;
  /** In a document that isn't the app's: lets the next one go by the machine's clock, as if none had been held. */
  readonly release: () => Promise<void>;
}

/**
 * Lets a page's clock be stopped. While it is, no call is answered: the page would go by the server's clock, which goes
 * on.
 */
export async function holdableClock(page: Page): Promise<HeldClock> {
  let isHeld = false;
  const answering = new Set<Promise<void>>();
  const answer = async (route: Route) => {
    // A call fails if its document was left in the meantime.
    const response = await route.fetch().catch(() => null);
    if (response && !isHeld) await route.fulfill({ response }).catch(() => undefined);
  };
  await page.route(TELLING, async (route) => {
    const answered = answer(route);
    answering.add(answered);
    await answered;
    answering.delete(answered);
  });
  return {
    hold: async (at) => {
      isHeld = true;
      await Promise.all(answering);
      // Let the page read its last response before the clock stops.
      await page.waitForTimeout(READ_WITHIN_MS);
      await page.evaluate((held) => {
        Date.now = () => held;
      }, at + 500);
    },
    release: () => {
      isHeld = false;
      return page.evaluate(() => {
        for (const learned of ['quantalgo.clock', 'quantalgo.contact'])
          localStorage.removeItem(learned);
      });
    },
  };
}

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
