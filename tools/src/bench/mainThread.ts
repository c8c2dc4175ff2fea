/// <reference lib="dom" />
import { type CDPSession, type Page } from '@playwright/test';
import { percentile } from './section';

/** Figures are for a CPU this many times slower than this machine's. */
export const CPU_SLOWDOWN = 4;
/** Openings of a screen, of which the median counts. */
export const ROUNDS = 5;
/** Idle time (ms) before a screen is used, for its work after the first paint to finish. */
export const REST_MS = 5000;

/** A screen's path, and a sign that it is drawn: text in an element. */
export interface Screen {
  readonly href: string;
  readonly selector: string;
  readonly text: string;
}

/**
 * Counts the processor time of the page's main thread from now on. The browser's own throttling works by the clock, and
 * would count the work of other processes too.
 */
export async function countWork(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return session;
}

/** CPU time (ms) of the page's main thread so far. */
async function workUntilNow(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
}

/** Main thread time (ms) that `work` would take on a phone's slow processor. */
export async function workOf(session: CDPSession, work: () => Promise<unknown>): Promise<number> {
  const before = await workUntilNow(session);
  await work();
  return CPU_SLOWDOWN * ((await workUntilNow(session)) - before);
}

/**
 * Presses the link to a screen and resolves in the frame after the one that first shows it. All of it runs in the page,
 * because driving it from outside would add work to the main thread.
 */
const press = (page: Page, screen: Screen): Promise<void> =>
  page.evaluate(
    ({ href, selector, text }) =>
      new Promise<void>((resolve) => {
        new MutationObserver((_, observer) => {
          const found = [...document.querySelectorAll(selector)];
          if (!found.some(({ textContent }) => textContent.includes(text))) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(resolve));
        }).observe(document, { subtree: true, childList: true });
        const links = [...document.querySelectorAll<HTMLElement>(`a[href="${href}"]`)];
        links.find((shown) => shown.checkVisibility())?.click();
      }),
    screen,
  );

/** The work from pressing a link, on the screen at `from` opened anew each time, until the one behind it is painted. */
export async function opening(
  page: Page,
  session: CDPSession,
  { from, screen }: { readonly from: string; readonly screen: Screen },
): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goto(from);
    await page.locator(`a[href="${screen.href}"]:visible`).first().waitFor();
    await page.waitForTimeout(REST_MS);
    rounds.push(await workOf(session, () => press(page, screen)));
  }
  return percentile(rounds, 0.5);
}
