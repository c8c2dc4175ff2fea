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

/** Requests whose responses carry the server's time. */
const TIMED_PATHS = /\/(api|auth|countdown)(\/|$)/;

/** Time (ms) that a page needs to read a response. */
const READ_DELAY_MS = 200;

/** A page's clock that can be stopped. */
export interface HeldClock {
  /**
   * Stops the page's clock half a second after `at` (epoch ms), so that rounding can't show `at - 1`.
   */
  readonly hold: (at: number) => Promise<void>;
  /** Call it in a document without the app: the next document uses the machine's clock again. */
  readonly release: () => Promise<void>;
}

/**
 * Makes a page's clock stoppable. While it is stopped, no request is answered: responses carry the server's running
 * clock.
 */
export async function holdableClock(page: Page): Promise<HeldClock> {
  let isHeld = false;
  const answering = new Set<Promise<void>>();
  const answer = async (route: Route) => {
    // A call fails if its document was left in the meantime.
    const response = await route.fetch().catch(() => null);
    if (response && !isHeld) await route.fulfill({ response }).catch(() => undefined);
  };
  await page.route(TIMED_PATHS, async (route) => {
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
      await page.waitForTimeout(READ_DELAY_MS);
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

/** Difference (s) between the room's countdown to the next signal and this machine's clock. */
async function countdownError(page: Page): Promise<number> {
  const text = await page.getByText(/^next signal/).innerText();
  const [, minutes = NaN, seconds = NaN] = (/in (\d+):(\d\d)/.exec(text) ?? []).map(Number);
  const now = Date.now();
  const error = Math.abs(minutes * 60 + seconds - (nextSlotStart(now) - now) / 1000);
  return Math.min(error, SLOT_S - error);
}

/** Waits until the room's countdown agrees with this machine's clock. */
export const expectCountdown = (page: Page): Promise<void> =>
  expect.poll(() => countdownError(page)).toBeLessThan(3);
