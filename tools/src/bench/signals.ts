/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { firestoreTime } from '@quantalgo/contracts';
import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { openPublisher, type Publisher } from '../suite/scheduler';
import { logIn, onPhone, onSuite, type OwnSuite } from './browser';
import { type Section, timesOf } from './section';

const SIGNALS = 20;

const P95_BELOW_MS = 1000;

const publishedSchema = z.object({ publishedAt: firestoreTime });

/**
 * Lets the page note when each signal card was painted: as a performance mark with the words on the card's seal, made in
 * the frame after the one that draws it. The function runs in the page, so it names nothing from here.
 */
const notePaints = (page: Page) =>
  page.addInitScript(() => {
    new MutationObserver(() => {
      for (const { textContent: words } of document.querySelectorAll('article button'))
        if (words !== '' && performance.getEntriesByName(`drawn ${words}`).length === 0) {
          performance.mark(`drawn ${words}`);
          requestAnimationFrame(() =>
            requestAnimationFrame(() => performance.mark(words, { detail: Date.now() })),
          );
        }
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });

/** When (epoch ms) the card whose seal bears these words was painted; waits for it. */
async function paintedAt(page: Page, words: string): Promise<number> {
  const noted = await page.waitForFunction((name) => {
    const [mark] = performance.getEntriesByName(name);
    if (!(mark instanceof PerformanceMark)) return null;
    const at: unknown = mark.detail;
    return { at };
  }, words);
  return z.object({ at: z.number() }).parse(await noted.jsonValue()).at;
}

/** Publishes one signal; gives the time (ms) from its commit, as the database stamped it, to its painted card. */
async function delayOf(page: Page, database: Firestore, { publish }: Publisher): Promise<number> {
  const { signal } = await publish();
  const painted = await paintedAt(page, `Sealed #${signal.ledgerSeq.toLocaleString('en-GB')}`);
  const document = await database.doc(`signals/${signal.id}`).get();
  return painted - publishedSchema.parse(document.data()).publishedAt;
}

/** The first signal is not counted: it calibrates the strategies and proves the stream. */
async function delaysOn(page: Page, { database, ports, site }: OwnSuite): Promise<number[]> {
  await notePaints(page);
  await logIn(page, site);
  await page.getByText('History').first().waitFor();
  const publisher = await openPublisher(database, ports);
  await delayOf(page, database, publisher);
  const delays: number[] = [];
  while (delays.length < SIGNALS) {
    delays.push(await delayOf(page, database, publisher));
    await publisher.settle();
  }
  return delays;
}

/** How long a signal takes from the publisher's commit to the member's eye. */
export const signals: Section = {
  title: `From the publisher's commit to the painted card, ${SIGNALS} signals, open Signal Room in Chromium`,
  measure: async (stopped) => timesOf(await onPhone(stopped, delaysOn), P95_BELOW_MS),
};

const COMMITTED = 100;

const COMMIT_P95_BELOW_MS = 3000;

/** How long (ms) each signal takes from its slot to its commit; the first, which finds nothing ready, is not counted. */
async function durationsOn({ database, ports }: OwnSuite): Promise<number[]> {
  const { publish, settle } = await openPublisher(database, ports);
  await publish();
  const durations: number[] = [];
  while (durations.length < COMMITTED) {
    const start = Date.now();
    const { committedAt } = await publish();
    durations.push(committedAt - start);
    await settle();
  }
  return durations;
}

/** How long the publisher takes where it is warm, its source's own answer not counted. */
export const publish: Section = {
  title: `From the start of a slot to the commit of its signal, ${COMMITTED} signals, warm`,
  measure: async (stopped) => timesOf(await onSuite(stopped, durationsOn), COMMIT_P95_BELOW_MS),
};
