/// <reference lib="dom" />
import { chromium, type CDPSession, type Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts';
import { requireChromium } from '../../emulators/chromium';
import { CHROMIUM_FLAGS } from '../../emulators/chromiumFlags';
import { linesWith } from '../command/progress';
import { PASSWORD } from '../seed/accounts';
import { addressesOf } from '../suite/environment';
import { onOwnSuite } from '../suite/onOwnSuite';
import { type Offset, portsAt } from '../suite/ports';
import { openServices } from '../suite/services';
import { addOlderSignals } from './olderSignals';
import { type Figure, type Section } from './section';
import { longTasksOf, noteLongTasks } from './longTasks';

const SIGNALS = 10_000;
const CPU_SLOWDOWN = 4;
const MEMBER = 'essential@quantalgo.test';
const PHONE = { width: 390, height: 844 };
const PATIENCE_MS = 240_000;
const WHEEL_STEPS = 60;

async function open(page: Page, site: string): Promise<void> {
  await page.goto(`${site}${PATHS.signalHistory}`);
  await page.getByLabel('Email').fill(MEMBER);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Load older' }).click();
  await page.getByText('This is all that you ever received').waitFor({ timeout: PATIENCE_MS });
}

/** What the main thread did (ms) from the press of a link until the screen stood; the device keeps everything by then. */
async function workOf(
  page: Page,
  session: CDPSession,
  link: string,
  there: () => Promise<void>,
): Promise<number> {
  const spent = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0);
  };
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  const before = await spent();
  await page.getByRole('link', { name: link, exact: true }).click();
  await there();
  return (await spent()) - before;
}

/** The longest task (ms) while the list is scrolled a screen at a time. */
async function scrolled(page: Page): Promise<number> {
  await noteLongTasks(page);
  for (let step = 0; step < WHEEL_STEPS; step += 1) await page.mouse.wheel(0, PHONE.height);
  await page.waitForFunction((far) => window.scrollY > far, (WHEEL_STEPS * PHONE.height) / 2);
  return Math.max(0, ...(await longTasksOf(page)));
}

async function measured(page: Page, site: string): Promise<Figure[]> {
  await open(page, site);
  await page.getByRole('link', { name: 'Performance', exact: true }).click();
  await page.getByRole('heading', { name: 'How often it won' }).waitFor();
  await page.getByRole('link', { name: 'Signals', exact: true }).click();
  await page.getByRole('link', { name: 'Search all signals' }).waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const history = await workOf(page, session, 'Search all signals', () =>
    page.getByRole('list', { name: 'Signals' }).getByRole('link').first().waitFor(),
  );
  await page.mouse.move(PHONE.width / 2, PHONE.height / 2);
  const longest = await scrolled(page);
  const performance = await workOf(page, session, 'Performance', () =>
    page.getByRole('heading', { name: 'How often it won' }).waitFor(),
  );
  return [
    { name: 'history, main thread', value: history, unit: 'ms', atMost: 200 },
    { name: 'Performance, main thread', value: performance, unit: 'ms', atMost: 400 },
    { name: 'longest task while scrolling', value: longest, unit: 'ms', atMost: 100 },
  ];
}

async function figuresOn(offset: Offset, executablePath: string): Promise<Figure[]> {
  const ports = portsAt(offset);
  const { database, close } = openServices(ports, 'bench');
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  try {
    await addOlderSignals(database, SIGNALS);
    const page = await browser.newPage({ viewport: PHONE });
    return await measured(page, addressesOf(ports).site);
  } finally {
    await browser.close();
    await close();
  }
}

/** What thousands of cached signals cost a slow phone. */
export const history: Section = {
  title: `${SIGNALS.toLocaleString('en-GB')} cached signals, CPU slowed ${CPU_SLOWDOWN} times`,
  async measure(stopped) {
    const executablePath = await requireChromium(linesWith('  browser: '));
    return onOwnSuite(stopped, (offset) => figuresOn(offset, executablePath));
  },
};
