/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { SLOT_MS, slotId, slotStart } from '@quantalgo/contracts/core/slots';
import { build } from 'esbuild';
import { buildJournalFields } from '../suite/seedJournal';
import { inRoot } from '../system/root';
import { withBrowser } from './browser';
import { countWork, CPU_SLOWDOWN, measureWork } from './mainThread';
import { type Figure, percentile, type Section } from './section';

const ENTRY_COUNT = 20_000;
const ROUNDS = 25;
const TWO_DAYS_MS = 2 * 24 * 60 * 60_000;

/** Slots (epoch ms) of the signals that `addOlderSignals` adds, newest first. */
export const listSlotsBefore = (now: number, count: number): number[] =>
  Array.from({ length: count }, (_, number) => slotStart(now - TWO_DAYS_MS) - number * SLOT_MS);

const SEARCHES = {
  'a letter': { q: 'c' },
  'a word': { q: 'candle' },
  'two words': { q: 'candle late' },
  'a word that matches nothing': { q: 'moon' },
  'a pair and a status': { pair: 'EURUSD', status: 'taken' },
  'a tag': { tag: 'calm' },
  'no filter': {},
} as const;

async function openSearchPage(page: Page, now: number): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [inRoot('web', 'build', 'journalSearch.ts')],
    bundle: true,
    format: 'iife',
    minify: true,
    write: false,
  });
  const [script] = outputFiles;
  if (!script) throw new Error('esbuild built no script');
  await page.addScriptTag({ content: script.text });
  const views = listSlotsBefore(now, ENTRY_COUNT).map((slot, number) => ({
    ...buildJournalFields(number),
    conflicts: [],
    id: slotId(slot),
    slot,
    delivery: 'sent',
    refused: [],
    record: null,
  }));
  await page.evaluate(`write(${JSON.stringify(views)})`);
}

/** Medians of many runs, because a search runs as one task. */
const measureSearches = (now: number): Promise<Figure[]> =>
  withBrowser(async (browser) => {
    const page = await browser.newPage();
    await openSearchPage(page, now);
    const session = await countWork(page);
    const figures: Figure[] = [];
    for (const [name, search] of Object.entries(SEARCHES)) {
      const times: number[] = [];
      while (times.length < ROUNDS)
        times.push(
          await measureWork(session, () => page.evaluate(`search(${JSON.stringify(search)})`)),
        );
      const value = percentile(times, 0.5);
      figures.push({ name: `search: ${name}`, value, unit: 'ms', digits: 1, atMost: 16 });
    }
    return figures;
  });

export const journalSearch: Section = {
  title: `Searching ${ENTRY_COUNT.toLocaleString('en-GB')} journal entries: main-thread CPU time, ${CPU_SLOWDOWN}× throttled, medians of ${ROUNDS}`,
  measure: () => measureSearches(Date.now()),
};
