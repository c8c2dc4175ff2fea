/// <reference lib="dom" />
import { type Page } from '@playwright/test';
import { spreadChanges } from '../../test/fixtures/signals';
import { publishUntilNow, openPublisher } from '../suite/scheduler';
import { type Ports } from '../suite/ports';
import {
  expectLive,
  trackFirestore,
  logIn,
  MEMBER,
  withPhone,
  waitUntilOfflineReady,
  type DedicatedSuite,
} from './browser';
import { type Figure, percentile, type Section } from './section';

/** Eight hours of one signal every five minutes. */
const MISSED_SIGNAL_COUNT = 96;
const ROUNDS = 5;
/** Unmeasured rounds, in which the emulator starts one process for each call in flight. */
const WARM_UP_ROUNDS = 3;
const MAX_CORRECT_LIST_MS = 500;
const MAX_REQUESTS = 2;
/** Times of the history's lines, newest first. Excludes the stored snapshot's lines. */
const LINE_SELECTOR = 'body:not(:has(#kept)) #root main section[aria-label] li summary time';
const COMPARED_LINE_COUNT = 5;
const CORRECT_LIST_MEASURE = 'list correct';
const POLL_INTERVAL_MS = 5;

const readLines = async (page: Page): Promise<string[]> => {
  await page.locator(LINE_SELECTOR).first().waitFor();
  const times = await page
    .locator(LINE_SELECTOR)
    .evaluateAll((elements) => elements.map((line) => line.getAttribute('datetime') ?? ''));
  return times.slice(0, COMPARED_LINE_COUNT);
};

/**
 * Deletes the device's newest signals and moves its cursor before them. The nesting is needed
 * because code that runs in the page can't use named helpers.
 */
const rewind = (page: Page): Promise<void> =>
  page.evaluate(
    ({ name, missed }) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onerror = () => reject(new Error(`${name} can't be opened`));
        opening.onupgradeneeded = () => reject(new Error(`There is no ${name}`));
        opening.onsuccess = () => {
          const change = opening.result.transaction(['signals', 'meta'], 'readwrite');
          const [signals, meta] = [change.objectStore('signals'), change.objectStore('meta')];
          let remaining = missed;
          const walk = signals.index('updatedAt').openCursor(null, 'prev');
          walk.onsuccess = () => {
            const newest = walk.result;
            if (!newest) return;
            remaining -= 1;
            if (remaining >= 0) {
              newest.delete();
              newest.continue();
              return;
            }
            const cursor = meta.get('cursor');
            cursor.onsuccess = () => meta.put({ ...cursor.result, updatedAt: newest.key });
          };
          change.onabort = () => reject(new Error(`${name} can't be changed`));
          change.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      }),
    { name: `quantalgo-${MEMBER.uid}`, missed: MISSED_SIGNAL_COUNT },
  );

/** Measures in the page how long (ms) after reconnecting the list shows these lines. */
const measureUntilCorrect = (page: Page, lines: readonly string[]): Promise<void> =>
  page.evaluate(
    ({ expected, selector, mark, intervalMs }) => {
      addEventListener('online', () => {
        const start = performance.now();
        const timer = setInterval(() => {
          const displayed = [...document.querySelectorAll(selector)].map((line) =>
            line.getAttribute('datetime'),
          );
          if (!expected.every((time) => displayed.includes(time))) return;
          performance.measure(mark, { start, end: performance.now() });
          clearInterval(timer);
        }, intervalMs);
      });
    },
    {
      expected: lines,
      selector: LINE_SELECTOR,
      mark: CORRECT_LIST_MEASURE,
      intervalMs: POLL_INTERVAL_MS,
    },
  );

async function readTimeToCorrect(page: Page): Promise<number> {
  const handle = await page.waitForFunction(
    (mark) => performance.getEntriesByName(mark)[0]?.duration,
    CORRECT_LIST_MEASURE,
    { timeout: 60_000 },
  );
  return Number(await handle.jsonValue());
}

async function measureAbsence(page: Page, ports: Ports, lines: readonly string[]) {
  await page.context().setOffline(true);
  await rewind(page);
  await page.reload();
  if ((await readLines(page)).join() === lines.join()) throw new Error('Nothing was missed');
  await measureUntilCorrect(page, lines);
  const traffic = await trackFirestore(page, ports);
  await page.context().setOffline(false);
  const ms = await readTimeToCorrect(page);
  await expectLive(page);
  await traffic.stop();
  const queries = traffic.targets().filter((target) => target.includes('"signals"'));
  if (queries.length === 0) throw new Error('The returning page requested no signals');
  return { ms, queries: queries.length };
}

async function measureOn(page: Page, { database, ports, site }: DedicatedSuite): Promise<Figure[]> {
  await publishUntilNow(await openPublisher(database, ports));
  await spreadChanges(database);
  await logIn(page, site);
  await expectLive(page);
  await waitUntilOfflineReady(page);
  const lines = await readLines(page);
  const rounds = [];
  while (rounds.length < WARM_UP_ROUNDS + ROUNDS)
    rounds.push(await measureAbsence(page, ports, lines));
  const absences = rounds.slice(WARM_UP_ROUNDS);
  const times = absences.map(({ ms }) => ms);
  const queries = Math.max(...absences.map(({ queries: count }) => count));
  return [
    { name: 'queries of signals', value: queries, unit: '', atMost: MAX_REQUESTS },
    {
      name: 'correct list, p50',
      value: percentile(times, 0.5),
      unit: 'ms',
      below: MAX_CORRECT_LIST_MS,
    },
    { name: 'correct list, maximum', value: percentile(times, 1), unit: 'ms' },
  ];
}

export const catchup: Section = {
  title: `Back online after ${MISSED_SIGNAL_COUNT} signals (eight hours), ${ROUNDS} times: from the network’s return to the correct list`,
  measure: (signal) => withPhone(signal, measureOn),
};
