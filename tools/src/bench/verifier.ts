/// <reference lib="dom" />
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { SLOT_MS, slotStart } from '@quantalgo/contracts/core/slots';
import type { LedgerEntry } from '@quantalgo/contracts/record/ledger/entry';
import { formatCheckpoint, toLogOrigin } from '@quantalgo/contracts/record/log/checkpoint';
import { encodeBundle, toLeaf } from '@quantalgo/contracts/record/log/entryBundle';
import { TILE_WIDTH, formatTilePath } from '@quantalgo/contracts/record/log/tiles';
import { createEmptyLog, growLog, getLogRoot } from '@quantalgo/functions/domain/record/log';
import { createNoteSigner } from '@quantalgo/functions/platform/core/noteSigner';
import { buildSite } from '../build/site';
import { createFakeLedger } from '../../test/fixtures/ledger';
import { readProductionConfig } from '../suite/emulators';
import { buildWebFirebaseConfig } from '../suite/environment';
import { getPorts } from '../suite/ports';
import { inRoot } from '../system/root';
import { PHONE, withBrowser } from './browser';
import { listen } from './ownApi';
import { type Figure, percentile, type Section } from './section';

const ENTRY_COUNT = 100_000;
const RUN_COUNT = 5;
const MAX_MEDIAN_MS = 3500;
/** Users notice main-thread tasks longer than this. */
const LONG_TASK_MS = 50;

/**
 * A site's responses for a log with these entries, by path: checkpoint, key and bundles, no stamps.
 */
function buildResponses(entries: readonly LedgerEntry[]): ReadonlyMap<string, string | Uint8Array> {
  const [first] = entries;
  if (first?.type !== 'genesis') throw new Error('A ledger begins with its genesis');
  const { ledgerId } = first;
  const signer = createNoteSigner('the key of a bench');
  const origin = toLogOrigin(ledgerId);
  const leaves = entries.map(toLeaf);
  const { log } = growLog(createEmptyLog(ledgerId), leaves);
  const text = formatCheckpoint({ origin, size: leaves.length, root: getLogRoot(log) });
  const responses = new Map<string, string | Uint8Array>([
    ['/ledger/checkpoint', signer.signNote(origin, text)],
    ['/ledger/key', signer.createVerifierKey(origin)],
  ]);
  for (let index = 0; index * TILE_WIDTH < leaves.length; index += 1) {
    const bundle = leaves.slice(index * TILE_WIDTH, (index + 1) * TILE_WIDTH);
    const path = formatTilePath({ level: 'entries', index, width: bundle.length });
    responses.set(`/ledger/tile/${path}`, encodeBundle(bundle));
  }
  return responses;
}

const getContentType = (body: string | Uint8Array) =>
  typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/octet-stream';

const CONTENT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};

const findFile = (folder: string, path: string) => {
  const exact = join(folder, path);
  if (existsSync(exact) && statSync(exact).isFile()) return exact;
  const document = join(folder, path === '/' ? 'index.html' : `${path}.html`);
  return existsSync(document) ? document : null;
};

/** Serves a built site with Hosting's headers and canned API responses, without any emulator. */
async function serveSite(folder: string, responses: ReadonlyMap<string, string | Uint8Array>) {
  const [globalHeaders] = readProductionConfig().hosting.headers;
  const headers = Object.fromEntries(
    (globalHeaders?.headers ?? []).map(({ key, value }) => [key, value]),
  );
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://127.0.0.1');
    const body = responses.get(pathname);
    const file = body === undefined ? findFile(folder, pathname) : null;
    const type = body === undefined ? CONTENT_TYPES[extname(file ?? '')] : getContentType(body);
    response.writeHead(body === undefined && file === null ? 404 : 200, {
      ...headers,
      'content-type': type ?? 'application/octet-stream',
    });
    response.end(body ?? (file === null ? '' : readFileSync(file)));
  });
  const url = await listen(server);
  return {
    url,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

interface Run {
  readonly ms: number;
  /** Longest task on the page's main thread, ms; 0 if none was long. */
  readonly longestTaskMs: number;
}

/** Marks the click and the result in the page, because polling from outside is too coarse. */
const installMarks = () => {
  addEventListener('click', () => performance.mark('pressed'), { capture: true, once: true });
  const observer = new MutationObserver(() => {
    const headings = [...document.querySelectorAll('h2')];
    if (!headings.some(({ textContent }) => textContent === 'Verified')) return;
    observer.disconnect();
    requestAnimationFrame(() => performance.mark('result'));
  });
  observer.observe(document.body, { childList: true, subtree: true });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      performance.mark('long task', { detail: duration });
  }).observe({ type: 'longtask' });
};

const readMarks = () => {
  const tasks = performance
    .getEntriesByName('long task')
    .map((mark) => (mark instanceof PerformanceMark ? Number(mark.detail) : 0));
  return {
    ms: performance.measure('verified', 'pressed', 'result').duration,
    longestTaskMs: Math.max(0, ...tasks),
  };
};

async function runOnce(page: Page, site: string): Promise<Run> {
  await page.goto(`${site}${PATHS.verify}`, { waitUntil: 'networkidle' });
  await page.evaluate(installMarks);
  await page.getByRole('button', { name: 'Verify on this device' }).click();
  await page.getByRole('heading', { name: 'Verified' }).waitFor({ timeout: 120_000 });
  return page.evaluate(readMarks);
}

async function runAll(browser: Browser, site: string): Promise<Run[]> {
  const runs: Run[] = [];
  while (runs.length < RUN_COUNT) {
    const context = await browser.newContext({ viewport: PHONE });
    runs.push(await runOnce(await context.newPage(), site));
    await context.close();
  }
  return runs;
}

function toFigures(runs: readonly Run[]): Figure[] {
  const times = runs.map(({ ms }) => ms);
  const longestTaskMs = Math.max(...runs.map((run) => run.longestTaskMs));
  return [
    {
      name: 'verification time, median',
      value: percentile(times, 0.5),
      unit: 'ms',
      below: MAX_MEDIAN_MS,
    },
    { name: 'verification time, maximum', value: percentile(times, 1), unit: 'ms' },
    { name: 'longest main-thread task', value: longestTaskMs, unit: 'ms', below: LONG_TASK_MS },
  ];
}

export const verifier: Section = {
  title: `Verification of ${ENTRY_COUNT.toLocaleString('en-GB')} entries in the browser, empty cache, ${RUN_COUNT} runs`,
  measure: (signal) =>
    withBrowser(async (browser) => {
      const folder = inRoot('.local', 'bench');
      mkdirSync(folder, { recursive: true });
      const site = join(folder, 'site');
      await buildSite(site, buildWebFirebaseConfig(getPorts(0)), join(folder, 'site.log'), signal);
      const from = slotStart(Date.now() - ENTRY_COUNT * SLOT_MS);
      const ledger = createFakeLedger(ENTRY_COUNT, 1, from);
      const siteServer = await serveSite(site, buildResponses(ledger));
      try {
        return toFigures(await runAll(browser, siteServer.url));
      } finally {
        siteServer.close();
      }
    }),
};
