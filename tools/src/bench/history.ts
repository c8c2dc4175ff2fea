/// <reference lib="dom" />
import type { CDPSession, Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { addOlderSignals } from '../../test/fixtures/signals';
import { logIn, withPhone, type DedicatedSuite, PHONE } from './browser';
import { countWork, CPU_SLOWDOWN, measureOpening, ROUNDS, measureWork } from './mainThread';
import { type Figure, percentile, type Section } from './section';

const SIGNAL_COUNT = 10_000;
const TIMEOUT_MS = 240_000;
const WHEEL_STEP_COUNT = 60;

const HISTORY_SCREEN = {
  href: PATHS.signalHistory,
  selector: 'ul[aria-label="Signals"] a',
  text: '',
};
const PERFORMANCE_SCREEN = {
  href: PATHS.performance,
  selector: 'h2',
  text: 'How often first entries won',
};

async function measureScrolling(page: Page, session: CDPSession): Promise<number> {
  await page.getByText(/[\d,]+ of [\d,]+ on this device/).waitFor();
  await page.mouse.move(PHONE.width / 2, PHONE.height / 2);
  const steps: number[] = [];
  while (steps.length < WHEEL_STEP_COUNT)
    steps.push(await measureWork(session, () => page.mouse.wheel(0, PHONE.height)));
  await page.waitForFunction((far) => window.scrollY > far, (WHEEL_STEP_COUNT * PHONE.height) / 2);
  return percentile(steps, 1);
}

async function measureOn(page: Page, { database, site }: DedicatedSuite): Promise<Figure[]> {
  await addOlderSignals(database, SIGNAL_COUNT);
  await logIn(page, site, PATHS.signalHistory);
  await page.getByRole('button', { name: 'Load older' }).click();
  await page
    .getByText('These are all the signals you’ve received')
    .waitFor({ timeout: TIMEOUT_MS });
  const session = await countWork(page);
  const from = `${site}${PATHS.signals}`;
  const performance = await measureOpening(page, session, { from, screen: PERFORMANCE_SCREEN });
  const history = await measureOpening(page, session, { from, screen: HISTORY_SCREEN });
  const scrollWork = await measureScrolling(page, session);
  return [
    { name: 'history, main thread', value: history, unit: 'ms', atMost: 200 },
    { name: 'Performance, main thread', value: performance, unit: 'ms', atMost: 400 },
    { name: 'maximum per screen while scrolling', value: scrollWork, unit: 'ms', atMost: 100 },
  ];
}

export const history: Section = {
  title: `${SIGNAL_COUNT.toLocaleString('en-GB')} cached signals: main-thread CPU time, ${CPU_SLOWDOWN}× throttled, medians of ${ROUNDS}`,
  measure: (signal) => withPhone(signal, measureOn),
};
