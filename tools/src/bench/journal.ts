/// <reference lib="dom" />
import type { CDPSession, Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { slotId } from '@quantalgo/contracts/core/slots';
import { journalDocumentSchema } from '@quantalgo/contracts/journal/entry';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { addOlderSignals } from '../../test/fixtures/signals';
import { buildJournalFields } from '../suite/seedJournal';
import { logIn, MEMBER, withPhone, type DedicatedSuite } from './browser';
import { listSlotsBefore } from './journalSearch';
import { countWork, CPU_SLOWDOWN, measureOpening, ROUNDS, measureWork } from './mainThread';
import { type Figure, percentile, type Section } from './section';

const ENTRY_COUNT = 10_000;
const BATCH_SIZE = 400;
const TIMEOUT_MS = 600_000;

async function writeJournal(database: Firestore, now: number): Promise<void> {
  const { uid } = MEMBER;
  const seeded = await database.collection('journal').where('uid', '==', uid).get();
  await Promise.all(seeded.docs.map(({ ref }) => ref.delete()));
  const at = Timestamp.fromMillis(now);
  const slots = listSlotsBefore(now, ENTRY_COUNT);
  for (let from = 0; from < slots.length; from += BATCH_SIZE) {
    const batch = database.batch();
    for (const [offset, start] of slots.slice(from, from + BATCH_SIZE).entries()) {
      const seq = from + offset + 1;
      const slot = slotId(start);
      const entry = {
        uid,
        slot,
        ...buildJournalFields(seq),
        conflicts: [],
        seq,
        createdAt: at,
        updatedAt: at,
      };
      journalDocumentSchema.parse(entry);
      batch.set(database.doc(`journal/${uid}_${slot}`), entry);
    }
    await batch.commit();
  }
  await database.doc(`journalHeads/${uid}`).set({ seq: ENTRY_COUNT, entries: ENTRY_COUNT });
}

const JOURNAL_SCREEN = {
  href: PATHS.journal,
  selector: 'ul[aria-label="Entries"] button',
  text: '',
};

/** Each search matches different entries from the previous one, so that the list changes. */
const SEARCHES = ['news', 'quotex', 'tired', 'candle late', 'late', 'book'];

/** Main-thread time from typing into the search until the changed list is painted. */
async function measureTyping(page: Page, session: CDPSession): Promise<number> {
  const search = page.getByRole('searchbox', { name: 'Search' });
  const times: number[] = [];
  for (const text of SEARCHES) {
    await search.selectText();
    const paint = page.evaluate(
      () =>
        new Promise<void>((resolve) => {
          const list = document.querySelector('ul[aria-label="Entries"]');
          const observer = new MutationObserver(() => {
            observer.disconnect();
            requestAnimationFrame(() => setTimeout(resolve));
          });
          if (list)
            observer.observe(list, {
              subtree: true,
              childList: true,
              attributes: true,
            });
        }),
    );
    times.push(
      await measureWork(session, async () => {
        await page.keyboard.insertText(text);
        await paint;
      }),
    );
  }
  return percentile(times, 0.5);
}

async function measureOn(page: Page, { database, site }: DedicatedSuite): Promise<Figure[]> {
  const now = Date.now();
  await addOlderSignals(database, ENTRY_COUNT, now);
  await writeJournal(database, now);
  await logIn(page, site, PATHS.signalHistory);
  await page.getByRole('button', { name: 'Load older' }).click();
  await page
    .getByText('These are all the signals you’ve received')
    .waitFor({ timeout: TIMEOUT_MS });
  await page.goto(`${site}${PATHS.journal}`);
  const all = `${ENTRY_COUNT.toLocaleString('en-GB')} of ${ENTRY_COUNT.toLocaleString('en-GB')} entries`;
  await page.getByText(all).waitFor({ timeout: TIMEOUT_MS });
  const session = await countWork(page);
  const from = `${site}${PATHS.results}`;
  const first = await measureOpening(page, session, { from, screen: JOURNAL_SCREEN });
  const typingWork = await measureTyping(page, session);
  return [
    { name: 'first rows, main thread', value: first, unit: 'ms' },
    {
      name: 'search text to painted list, main thread',
      value: typingWork,
      unit: 'ms',
    },
  ];
}

export const journal: Section = {
  title: `The journal with ${ENTRY_COUNT.toLocaleString('en-GB')} entries: main-thread CPU time, ${CPU_SLOWDOWN}× throttled, medians of ${ROUNDS}`,
  measure: (signal) => withPhone(signal, measureOn),
};
