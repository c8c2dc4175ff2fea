/// <reference lib="dom" />
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { HOUR_MS } from '@quantalgo/contracts/core/time';
import { formatPair } from '@quantalgo/contracts/market/pairs';
import { signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { addOlderSignals } from '../../test/fixtures/signals';
import { logIn, withPhone, type DedicatedSuite } from './browser';
import { CPU_SLOWDOWN, REST_MS, ROUNDS } from './mainThread';
import { type Figure, percentile, type Section } from './section';

const SIGNAL_COUNT = 3000;
const ROW_COUNT = 5000;
const MAX_PREVIEW_MS = 1000;
const MAX_TASK_MS = 100;
const TIMEOUT_MS = 600_000;

/** Strings that appear only in the table parsers. */
const PARSER_STRINGS = /BAD_DELIMITERS|INVALID_ZIP|XLS_FILE_NOT_SUPPORTED/;

/** Builds rows in West Africa Time: two levels of each recent signal, oldest first. */
async function buildBrokerFile(database: Firestore): Promise<string> {
  const newest = database.collection('signals').orderBy('createdAt', 'desc').limit(SIGNAL_COUNT);
  const signals = (await newest.get()).docs.map((document) =>
    signalDocumentSchema.parse({ id: document.id, ...document.data() }),
  );
  const rows = signals.flatMap(({ createdAt, pair, direction }) =>
    [0, 1].map((level) => {
      const at = createdAt + SLOT_MS * (level + 1) + 5000 + HOUR_MS;
      const [day = '', time = ''] = new Date(at).toISOString().split('T');
      const side = direction === 'CALL' ? 'Call' : 'Put';
      const stake = level === 0 ? '1.00' : '2.20';
      return `${day.replaceAll('-', '.')} ${time.slice(0, 8)},${formatPair(pair)},${side},${stake},92%`;
    }),
  );
  return ['Open time,Asset,Type,Amount,Payout', ...rows.slice(0, ROW_COUNT).reverse()].join('\n');
}

const resultSchema = z.object({ elapsed: z.number(), longest: z.number() });

/**
 * Selects a file and measures in the page when its preview appears, and the longest task until
 * then.
 */
async function measurePreview(page: Page, path: string): Promise<z.infer<typeof resultSchema>> {
  const dialog = page.getByRole('dialog', { name: 'Import trades' });
  await page.getByRole('button', { name: 'Import trades' }).click();
  await dialog.getByLabel('File').waitFor();
  const pending = page.evaluate(
    () =>
      new Promise<unknown>((resolve) => {
        let longest = 0;
        let from = Infinity;
        const tasks = new PerformanceObserver((list) => {
          for (const { startTime, duration } of list.getEntries())
            if (startTime >= from) longest = Math.max(longest, duration);
        });
        tasks.observe({ type: 'longtask' });
        addEventListener('change', () => (from = performance.now()), { capture: true, once: true });
        new MutationObserver((_, observer) => {
          const texts = [...document.querySelectorAll('dialog [role="status"]')];
          if (!texts.some(({ textContent }) => textContent.includes('match a signal'))) return;
          observer.disconnect();
          const elapsed = performance.now() - from;
          // Wait, because tasks are reported only after they end.
          setTimeout(() => resolve({ elapsed, longest }), 500);
        }).observe(document, { subtree: true, childList: true });
      }),
  );
  await dialog.getByLabel('File').setInputFiles(path);
  const result = resultSchema.parse(await pending);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  return result;
}

function countParsers(page: Page): () => Promise<number> {
  const bodies: Promise<string>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      bodies.push(response.text().catch(() => ''));
  });
  return async () => (await Promise.all(bodies)).filter((body) => PARSER_STRINGS.test(body)).length;
}

async function measureOn(page: Page, { database, site }: DedicatedSuite): Promise<Figure[]> {
  await addOlderSignals(database, SIGNAL_COUNT, Date.now());
  const folder = await mkdtemp(join(tmpdir(), 'bench-import-'));
  const path = join(folder, 'trades.csv');
  await writeFile(path, await buildBrokerFile(database));
  const getParserCount = countParsers(page);
  await logIn(page, site, PATHS.signalHistory);
  await page.getByRole('button', { name: 'Load older' }).click();
  await page
    .getByText('These are all the signals you’ve received')
    .waitFor({ timeout: TIMEOUT_MS });
  await page.goto(`${site}${PATHS.journal}`);
  await page.getByRole('button', { name: 'Import trades' }).waitFor();
  const parserCount = await getParserCount();
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  await page.waitForTimeout(REST_MS);
  const rounds: z.infer<typeof resultSchema>[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measurePreview(page, path));
  await rm(folder, { recursive: true });
  const elapsed = rounds.map((one) => one.elapsed);
  return [
    {
      name: 'file choice to preview, median',
      value: percentile(elapsed, 0.5),
      unit: 'ms',
      atMost: MAX_PREVIEW_MS,
    },
    { name: 'file choice to preview, maximum', value: percentile(elapsed, 1), unit: 'ms' },
    {
      name: 'longest main-thread task',
      value: Math.max(...rounds.map(({ longest }) => longest)),
      unit: 'ms',
      atMost: MAX_TASK_MS,
    },
    {
      name: 'scripts with a parser before a file is chosen',
      value: parserCount,
      unit: '',
      atMost: 0,
    },
  ];
}

export const importFile: Section = {
  title: `Matching a broker’s file of ${ROW_COUNT.toLocaleString('en-GB')} rows with ${SIGNAL_COUNT.toLocaleString('en-GB')} signals, page ${CPU_SLOWDOWN}× throttled, ${ROUNDS} times`,
  measure: (signal) => withPhone(signal, measureOn),
};
