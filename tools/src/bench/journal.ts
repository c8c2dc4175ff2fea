/// <reference lib="dom" />
import type { CDPSession, Page } from '@playwright/test';
import { PATHS } from '@quantalgo/contracts/core/paths';
import { slotId } from '@quantalgo/contracts/core/slots';
import { journalDocumentSchema } from '@quantalgo/contracts/journal/entry';
import { type Firestore, Timestamp } from 'firebase-admin/firestore';
import { addOlderSignals } from '../../test/fixtures/signals';
import { journalFieldsAt } from '../suite/seedJournal';
import { logIn, MEMBER, onPhone, type OwnSuite } from './browser';
import { slotsBefore } from './journalSearch';
import { countWork, CPU_SLOWDOWN, opening, ROUNDS, workOf } from './mainThread';
import { type Figure, percentile, type Section } from './section';

const SHOWN = 10_000;
const BATCH = 400;
const PATIENCE_MS = 600_000;

/** Stores a member's journal in place of the seeded one, an entry for each of the newest older signals. */
async function writeJournal(database: Firestore, now: number): Promise<void> {
  const { uid } = MEMBER;
  const seeded = await database.collection('journal').where('uid', '==', uid).get();
  await Promise.all(seeded.docs.map(({ ref }) => ref.delete()));
  const at = Timestamp.fromMillis(now);
  const slots = slotsBefore(now, SHOWN);
  for (let from = 0; from < slots.length; from += BATCH) {
    const batch = database.batch();
    for (const [place, start] of slots.slice(from, from + BATCH).entries()) {
      const seq = from + place + 1;
      const slot = slotId(start);
      const entry = {
        uid,
        slot,
        ...journalFieldsAt(seq),
        besides: [],
        seq,
        createdAt: at,
        updatedAt: at,
      };
      journalDocumentSchema.parse(entry);
      batch.set(database.doc(`journal/${uid}_${slot}`), entry);
    }
    await batch.commit();
  }
  await database.doc(`journalHeads/${uid}`).set({ seq: SHOWN, entries: SHOWN });
}

const JOURNAL = {
  href: PATHS.journal,
  selector: 'ul[aria-label="Entries"] button',
  text: '',
};

/** What is typed into the search, one after the other: each finds other entries than the one before. */
const TYPED = ['news', 'quotex', 'tired', 'candle late', 'late', 'book'];

/** The work from typing into the journal's search until the list has changed and is painted. */
async function typing(page: Page, session: CDPSession): Promise<number> {
  const search = page.getByRole('searchbox', { name: 'Search' });
  const times: number[] = [];
  for (const text of TYPED) {
    await search.selectText();
    const painted = page.evaluate(
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
      await workOf(session, async () => {
        await page.keyboard.insertText(text);
        await painted;
      }),
    );
  }
  return percentile(times, 0.5);
}

/** The journal's screen on a phone: opened until its first rows are painted, and searched. */
async function figuresOn(page: Page, { database, site }: OwnSuite): Promise<Figure[]> {
  const now = Date.now();
  await addOlderSignals(database, SHOWN, now);
  await writeJournal(database, now);
  await logIn(page, site, PATHS.signalHistory);
  await page.getByRole('button', { name: 'Load older' }).click();
  await page
    .getByText('These are all the signals you ever received')
    .waitFor({ timeout: PATIENCE_MS });
  await page.goto(`${site}${PATHS.journal}`);
  const all = `${SHOWN.toLocaleString('en-GB')} of ${SHOWN.toLocaleString('en-GB')} entries`;
  await page.getByText(all).waitFor({ timeout: PATIENCE_MS });
  const session = await countWork(page);
  const from = `${site}${PATHS.performance}`;
  const first = await opening(page, session, { from, screen: JOURNAL });
  const typed = await typing(page, session);
  return [
    { name: 'first rows, main thread', value: first, unit: 'ms' },
    {
      name: 'typed into the search until painted, main thread',
      value: typed,
      unit: 'ms',
    },
  ];
}

/** What the screen of a long journal costs a slow phone: the main thread's CPU time, multiplied by the slowdown. */
export const journal: Section = {
  title: `The journal's screen with ${SHOWN.toLocaleString('en-GB')} entries, processor time of the main thread for a CPU ${CPU_SLOWDOWN} times as slow, medians of ${ROUNDS}`,
  measure: (stopped) => onPhone(stopped, figuresOn),
};
