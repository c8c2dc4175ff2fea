/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { firestoreTimeSchema } from '@quantalgo/contracts/core/time';
import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { openPublisher, type Publisher } from '../suite/scheduler';
import { logIn, withPhone, withSuite, type DedicatedSuite } from './browser';
import { type Section, toDurationFigures } from './section';

const SIGNAL_COUNT = 20;

const MAX_P95_MS = 1000;

const publishedSchema = z.object({ publishedAt: firestoreTimeSchema });

/**
 * Marks when each signal card is painted, in the frame after the one that draws it. The key is the
 * seal's text. Runs in the page, so it can't use outer names.
 */
const markPaints = (page: Page) =>
  page.addInitScript(() => {
    new MutationObserver(() => {
      for (const { textContent: label } of document.querySelectorAll('article button'))
        if (label !== '' && performance.getEntriesByName(`drawn ${label}`).length === 0) {
          performance.mark(`drawn ${label}`);
          requestAnimationFrame(() =>
            requestAnimationFrame(() => performance.mark(label, { detail: Date.now() })),
          );
        }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });

async function waitForPaint(page: Page, label: string): Promise<number> {
  const handle = await page.waitForFunction((name) => {
    const [mark] = performance.getEntriesByName(name);
    if (!(mark instanceof PerformanceMark)) return null;
    const at: unknown = mark.detail;
    return { at };
  }, label);
  return z.object({ at: z.number() }).parse(await handle.jsonValue()).at;
}

/**
 * Publishes one signal. Returns the ms from its commit, by the database's clock, to its painted
 * card.
 */
async function measureDelay(
  page: Page,
  database: Firestore,
  { publish }: Publisher,
): Promise<number> {
  const { signal } = await publish();
  const paintTime = await waitForPaint(page, `Sealed #${signal.ledgerSeq.toLocaleString('en-GB')}`);
  const document = await database.doc(`signals/${signal.id}`).get();
  return paintTime - publishedSchema.parse(document.data()).publishedAt;
}

/** Discards the first signal, because it calibrates the strategies and verifies the stream. */
async function measureDelays(
  page: Page,
  { database, ports, site }: DedicatedSuite,
): Promise<number[]> {
  await markPaints(page);
  await logIn(page, site);
  await page.getByText('History').first().waitFor();
  const publisher = await openPublisher(database, ports);
  await measureDelay(page, database, publisher);
  const delays: number[] = [];
  while (delays.length < SIGNAL_COUNT) {
    delays.push(await measureDelay(page, database, publisher));
    await publisher.settle();
  }
  return delays;
}

export const signals: Section = {
  title: `From commit to painted card, ${SIGNAL_COUNT} signals, open Signal Stream in Chromium`,
  measure: async (abortSignal) =>
    toDurationFigures(await withPhone(abortSignal, measureDelays), MAX_P95_MS),
};

const COMMIT_COUNT = 100;

const MAX_COMMIT_P95_MS = 3000;

/** Milliseconds from each slot to its commit. Discards the first, because nothing is cached yet. */
async function measureDurations({ database, ports }: DedicatedSuite): Promise<number[]> {
  const { publish, settle } = await openPublisher(database, ports);
  await publish();
  const durations: number[] = [];
  while (durations.length < COMMIT_COUNT) {
    const start = Date.now();
    const { committedAt } = await publish();
    durations.push(committedAt - start);
    await settle();
  }
  return durations;
}

/** Excludes the price source's response time. */
export const publish: Section = {
  title: `From slot start to commit, ${COMMIT_COUNT} signals, warm`,
  measure: async (abortSignal) =>
    toDurationFigures(await withSuite(abortSignal, measureDurations), MAX_COMMIT_P95_MS),
};
