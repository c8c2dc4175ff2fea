/// <reference lib="dom" />
import { type CDPSession, type Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts';
import { addOlderSignals } from '../../test/fixtures/signals';
import { logIn, onPhone, PHONE, type OwnSuite } from './browser';
import { type Figure, percentile, type Section } from './section';

const SIGNALS = 10_000;
const CPU_SLOWDOWN = 4;
const PATIENCE_MS = 240_000;
const WHEEL_STEPS = 60;
const ROUNDS = 5;
/** Idle time (ms) before the room's links are pressed, for its work after the first paint to finish. */
const REST_MS = 5000;

/** A screen's path, and a sign that it is drawn: text in an element. */
interface Screen {
  readonly href: string;
  readonly selector: string;
  readonly text: string;
}

const HISTORY = { href: PATHS.signalHistory, selector: 'ul[aria-label="Signals"] a', text: '' };
const PERFORMANCE = { href: PATHS.performance, selector: 'h2', text: 'How often it won' };

/** CPU time (ms) of the page's main thread so far. */
async function workUntilNow(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? NaN);
}

/** Main thread time (ms) that `work` would take on a phone's slow processor. */
async function workOf(session: CDPSession, work: () => Promise<unknown>): Promise<number> {
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

/** The work from pressing a link in the Signal Room, reopened each time, until the screen behind it is painted. */
async function opening(page: Page, session: CDPSession, site: string, screen: Screen) {
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goto(`${site}${PATHS.signals}`);
    await page.getByRole('link', { name: 'Search all signals' }).waitFor();
    await page.waitForTimeout(REST_MS);
    rounds.push(await workOf(session, () => press(page, screen)));
  }
  return percentile(rounds, 0.5);
}

/** The most work for one screenful while scrolling the list a screenful at a time. */
async function scrolling(page: Page, session: CDPSession): Promise<number> {
  await page.getByText(/[\d,]+ of [\d,]+ on this device/).waitFor();
  await page.mouse.move(PHONE.width / 2, PHONE.height / 2);
  const steps: number[] = [];
  while (steps.length < WHEEL_STEPS)
    steps.push(await workOf(session, () => page.mouse.wheel(0, PHONE.height)));
  await page.waitForFunction((far) => window.scrollY > far, (WHEEL_STEPS * PHONE.height) / 2);
  return percentile(steps, 1);
}

async function figuresOn(page: Page, { database, site }: OwnSuite): Promise<Figure[]> {
  await addOlderSignals(database, SIGNALS);
  await logIn(page, site, PATHS.signalHistory);
  await page.getByRole('button', { name: 'Load older' }).click();
  await page.getByText('This is all that you ever received').waitFor({ timeout: PATIENCE_MS });
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const performance = await opening(page, session, site, PERFORMANCE);
  const history = await opening(page, session, site, HISTORY);
  const scrolled = await scrolling(page, session);
  return [
    { name: 'history, main thread', value: history, unit: 'ms', atMost: 200 },
    { name: 'Performance, main thread', value: performance, unit: 'ms', atMost: 400 },
    { name: 'most for a screen while scrolling', value: scrolled, unit: 'ms', atMost: 100 },
  ];
}

/**
 * The cost of thousands of cached signals on a slow phone: the main thread's CPU time, multiplied by the slowdown. The
 * browser's own throttling works by the clock, and would count the work of other processes too.
 */
export const history: Section = {
  title: `${SIGNALS.toLocaleString('en-GB')} cached signals, processor time of the main thread for a CPU ${CPU_SLOWDOWN} times as slow, medians of ${ROUNDS}`,
  measure: (stopped) => onPhone(stopped, figuresOn),
};
