/// <reference lib="dom" />
import { type CDPSession, type Page } from '@playwright/test';
import { percentile } from './section';

/** Figures are for a CPU that is this many times slower than this machine's. */
export const CPU_SLOWDOWN = 4;
export const ROUNDS = 5;
/** Idle time (ms) before using a screen, so that work after its first paint can finish. */
export const REST_MS = 5000;

/** A screen counts as drawn once an element that matches `selector` contains `text`. */
export interface Screen {
  readonly href: string;
  readonly selector: string;
  readonly text: string;
}

/**
 * Counts the main thread's processor time from now on. The browser's own throttling uses wall-clock
 * time, so it would also count other processes' work.
 */
export async function countWork(page: Page): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return session;
}

async function readWork(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
}

/** Main-thread time (ms), scaled to a phone's slow processor. */
export async function measureWork(
  session: CDPSession,
  work: () => Promise<unknown>,
): Promise<number> {
  const before = await readWork(session);
  await work();
  return CPU_SLOWDOWN * ((await readWork(session)) - before);
}

/**
 * Presses the link to a screen and resolves in the frame after its first paint. Runs in the page,
 * because driving it from outside would add main-thread work.
 */
const press = (page: Page, screen: Screen): Promise<void> =>
  page.evaluate(
    ({ href, selector, text }) =>
      new Promise<void>((resolve) => {
        new MutationObserver((_, observer) => {
          const elements = [...document.querySelectorAll(selector)];
          if (!elements.some(({ textContent }) => textContent.includes(text))) return;
          observer.disconnect();
          requestAnimationFrame(() => setTimeout(resolve));
        }).observe(document, { subtree: true, childList: true });
        const links = [...document.querySelectorAll<HTMLElement>(`a[href="${href}"]`)];
        links.find((link) => link.checkVisibility())?.click();
      }),
    screen,
  );

/**
 * Time from pressing a link on the screen at `from` until its target is painted. Reopens `from`
 * each time.
 */
export async function measureOpening(
  page: Page,
  session: CDPSession,
  { from, screen }: { readonly from: string; readonly screen: Screen },
): Promise<number> {
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goto(from);
    await page.locator(`a[href="${screen.href}"]:visible`).first().waitFor();
    await page.waitForTimeout(REST_MS);
    rounds.push(await measureWork(session, () => press(page, screen)));
  }
  return percentile(rounds, 0.5);
}
