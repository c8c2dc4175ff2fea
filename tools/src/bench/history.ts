/// <reference lib="dom" />
import { chromium, type CDPSession, type Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts';
import { requireChromium } from '../../emulators/install';
import { CHROMIUM_FLAGS } from '../../emulators/chromiumFlags';
import { linesWith } from '../suite/command';
import { PASSWORD } from '../suite/accounts';
import { addressesOf } from '../suite/environment';
import { onOwnSuite } from '../suite/suite';
import { type Offset, portsAt } from '../suite/ports';
import { openServices } from '../suite/services';
import { addOlderSignals } from './olderSignals';
import { type Figure, type Section } from './section';
import { begin, end, press, tasksOf } from './mainThread';
import { percentile } from './percentile';
import { noteTimeline, timelineOf } from './timeline';

const SIGNALS = 10_000;
const CPU_SLOWDOWN = 4;
const MEMBER = 'essential@quantalgo.test';
const PHONE = { width: 390, height: 844 };
const PATIENCE_MS = 240_000;
const WHEEL_STEPS = 60;
const ROUNDS = 5;

/** Where a screen is, and what it shows once it stands. */
interface Screen {
  readonly href: string;
  readonly selector: string;
  readonly text: string;
}

const SCREENS = {
  history: { href: PATHS.signalHistory, selector: 'ul[aria-label="Signals"] a', text: '' },
  performance: { href: PATHS.performance, selector: 'h2', text: 'How often it won' },
} as const satisfies Record<string, Screen>;

async function open(page: Page, site: string): Promise<void> {
  await page.goto(`${site}${PATHS.signalHistory}`);
  await page.getByLabel('Email').fill(MEMBER);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Log in' }).click();
  await page.getByRole('button', { name: 'Load older' }).click();
  await page.getByText('This is all that you ever received').waitFor({ timeout: PATIENCE_MS });
}

/** The Signal Room, opened anew: nothing is read yet of what the next screen draws. */
async function fromTheRoom(page: Page, site: string): Promise<void> {
  await page.goto(`${site}${PATHS.signals}`);
  await page.getByRole('link', { name: 'Search all signals' }).waitFor();
  await timelineOf(page);
}

/** What the main thread did (ms) from the press of a link in the Signal Room until the screen behind it was painted. */
async function workOf(page: Page, session: CDPSession, site: string, screen: Screen) {
  const rounds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await fromTheRoom(page, site);
    const tasks = await tasksOf(session, () => press(page, screen));
    rounds.push(CPU_SLOWDOWN * tasks.reduce((sum, task) => sum + task, 0));
  }
  return percentile(rounds, 0.5);
}

/** The longest task (ms) while the list is scrolled a screen at a time. */
async function scrolled(page: Page, session: CDPSession): Promise<number> {
  await page.getByText(/[\d,]+ of [\d,]+ on this device/).waitFor();
  await page.mouse.move(PHONE.width / 2, PHONE.height / 2);
  const tasks = await tasksOf(session, async () => {
    await begin(page);
    for (let step = 0; step < WHEEL_STEPS; step += 1) await page.mouse.wheel(0, PHONE.height);
    await page.waitForFunction((far) => window.scrollY > far, (WHEEL_STEPS * PHONE.height) / 2);
    await end(page);
  });
  return CPU_SLOWDOWN * Math.max(0, ...tasks);
}

async function measured(page: Page, site: string): Promise<Figure[]> {
  await open(page, site);
  await noteTimeline(page);
  const session = await page.context().newCDPSession(page);
  const performance = await workOf(page, session, site, SCREENS.performance);
  const history = await workOf(page, session, site, SCREENS.history);
  const longest = await scrolled(page, session);
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

/**
 * What thousands of cached signals cost a slow phone: the processor's own time on the main thread, as a processor so many
 * times slower would need it. A browser that slows its pages down does so by the clock, and counts what others do meanwhile.
 */
export const history: Section = {
  title: `${SIGNALS.toLocaleString('en-GB')} cached signals, processor time of the main thread for a CPU ${CPU_SLOWDOWN} times as slow, medians of ${ROUNDS}`,
  async measure(stopped) {
    const executablePath = await requireChromium(linesWith('  browser: '));
    return onOwnSuite(stopped, (offset) => figuresOn(offset, executablePath));
  },
};
