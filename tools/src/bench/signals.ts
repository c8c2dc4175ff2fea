/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { firestoreTime } from '@quantalgo/contracts/core/time';
import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { openPublisher, type Publisher } from '../suite/scheduler';
import { logIn, onPhone, onSuite, type OwnSuite } from './browser';
import { type Section, timesOf } from './section';

const SIGNALS = 20;

const P95_BELOW_MS = 1000;

const publishedSchema = z.object({ publishedAt: firestoreTime });

/**
 * Makes the page note when each signal card is painted: as a performance mark named by the text of the card's seal, set
 * in the frame after the one that draws it. The function runs in the page: no outer names.
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

/** Waits until the card whose seal has this text is painted; returns the time (epoch ms). */
async function paintedAt(page: Page, words: string): Promise<number> {
  const noted = await page.waitForFunction((name) => {
    const [mark] = performance.getEntriesByName(name);
    if (!(mark instanceof PerformanceMark)) return null;
    const at: unknown = mark.detail;
    return { at };
  }, words);
  return z.object({ at: z.number() }).parse(await noted.jsonValue()).at;
}

/** Publishes one signal; returns the time (ms) from its commit, as stamped by the database, to its painted card. */
async function delayOf(page: Page, database: Firestore, { publish }: Publisher): Promise<number> {
  const { signal } = await publish();
  const painted = await paintedAt(page, `Sealed #${signal.ledgerSeq.toLocaleString('en-GB')}`);
  const document = await database.doc(`signals/${signal.id}`).get();
  return painted - publishedSchema.parse(document.data()).publishedAt;
}

/** Doesn't count the first signal, which calibrates the strategies and proves the stream. */
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

/** The delay of a signal from the publisher's commit to the member's screen. */
export const signals: Section = {
  title: `From the publisher's commit to the painted card, ${SIGNALS} signals, open Signal Room in Chromium`,
  measure: async (stopped) => timesOf(await onPhone(stopped, delaysOn), P95_BELOW_MS),
};

const COMMITTED = 100;

const COMMIT_P95_BELOW_MS = 3000;

/** Time (ms) of each signal from its slot to its commit; the first isn't counted, as nothing is cached yet. */
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

/** The time of a warm publisher, excluding its price source's response. */
export const publish: Section = {
  title: `From the start of a slot to the commit of its signal, ${COMMITTED} signals, warm`,
  measure: async (stopped) => timesOf(await onSuite(stopped, durationsOn), COMMIT_P95_BELOW_MS),
};
