/// <reference lib="dom" />
import { chromium, type Page } from '@playwright/test';
import {
  isDemonstration,
  LEDGER_PAGE_SIZE,
  PATHS,
  SLOT_MS,
  slotStart,
  type LedgerEntry,
} from '@quantalgo/contracts';
import { mkdirSync } from 'node:fs';
import { requireChromium } from '../../emulators/install';
import { CHROMIUM_FLAGS } from '../../emulators/chromiumFlags';
import { buildSite } from '../build/site';
import { linesWith } from '../suite/command';
import { serveBuiltSite, type Answers } from '../ledger/builtSite';
import { madeUpLedger } from '../ledger/madeUpLedger';
import { webFirebaseConfig } from '../suite/environment';
import { portsAt } from '../suite/ports';
import { inRoot } from '../system/root';
import { percentile } from './percentile';
import { type Figure, type Section } from './section';

const ENTRIES = 100_000;
const RUNS = 3;
const BELOW_MS = 5000;
/** A task of the page that takes longer is called long: the reader feels it. */
const LONG_TASK_MS = 50;

/** The API of a ledger that ends with these entries: its head and its pages. */
function answersOf(entries: readonly LedgerEntry[]): Answers {
  const last = entries.at(-1);
  const [first] = entries;
  if (!last || first?.type !== 'genesis') throw new Error('A ledger begins with its genesis');
  const timestamp = new Date().toISOString();
  const said = (data: unknown) => JSON.stringify({ success: true, timestamp, data });
  const { seq, hash, at, source } = last;
  const demonstration = isDemonstration(source);
  const head = { ledgerId: first.ledgerId, seq, hash, at, source, demonstration };
  const pages = Array.from({ length: Math.ceil(entries.length / LEDGER_PAGE_SIZE) }, (_, page) =>
    said(entries.slice(page * LEDGER_PAGE_SIZE, (page + 1) * LEDGER_PAGE_SIZE)),
  );
  return (path) => {
    if (path === '/api/ledger/head') return said(head);
    if (path === '/api/ledger/stamps') return said([]);
    return pages[Number(/^\/api\/ledger\/pages\/(\d+)$/.exec(path)?.[1])] ?? null;
  };
}

interface Run {
  readonly ms: number;
  /** The longest task of the page's own thread, 0 where none was long. */
  readonly longest: number;
}

/** Verifies once, from the press of the button to the words that say so. */
async function runOn(page: Page, site: string): Promise<Run> {
  await page.goto(`${site}${PATHS.verify}`, { waitUntil: 'networkidle' });
  await page.evaluate(() => {
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        performance.mark('long task', { detail: duration });
    }).observe({ type: 'longtask' });
  });
  const started = performance.now();
  await page.getByRole('button', { name: 'Verify on this device' }).click();
  await page.getByRole('heading', { name: 'Verified' }).waitFor({ timeout: 120_000 });
  const ms = performance.now() - started;
  const tasks = await page.evaluate(() =>
    performance
      .getEntriesByName('long task')
      .map((mark) => (mark instanceof PerformanceMark ? Number(mark.detail) : 0)),
  );
  return { ms, longest: Math.max(0, ...tasks) };
}

async function runsOn(site: string, executablePath: string): Promise<Run[]> {
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  try {
    const runs: Run[] = [];
    while (runs.length < RUNS) {
      const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
      runs.push(await runOn(await context.newPage(), site));
      await context.close();
    }
    return runs;
  } finally {
    await browser.close();
  }
}

function figuresOf(runs: readonly Run[]): Figure[] {
  const times = runs.map(({ ms }) => ms);
  const longest = Math.max(...runs.map((run) => run.longest));
  return [
    { name: 'verified in, median', value: percentile(times, 0.5), unit: 'ms', below: BELOW_MS },
    { name: 'verified in, most', value: percentile(times, 1), unit: 'ms' },
    { name: 'longest long task of the page', value: longest, unit: 'ms', below: LONG_TASK_MS },
  ];
}

/** How long a device takes to download and verify a large ledger, and whether its page stays free meanwhile. */
export const verifier: Section = {
  title: `Verifying ${ENTRIES.toLocaleString('en-GB')} entries in the browser, ${RUNS} runs, nothing kept before`,
  async measure(stopped) {
    const executablePath = await requireChromium(linesWith('  browser: '));
    const folder = inRoot('.local', 'bench');
    mkdirSync(folder, { recursive: true });
    const site = inRoot('.local', 'bench', 'site');
    const log = inRoot('.local', 'bench', 'site.log');
    await buildSite(site, webFirebaseConfig(portsAt(0)), log, stopped);
    const from = slotStart(Date.now() - ENTRIES * SLOT_MS);
    const served = await serveBuiltSite(site, answersOf(madeUpLedger(ENTRIES, 1, from)));
    try {
      return figuresOf(await runsOn(served.url, executablePath));
    } finally {
      served.close();
    }
  },
};
