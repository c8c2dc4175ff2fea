import { randomUUID } from 'node:crypto';
import { EMPTY_FIELDS, type JournalFields } from '@quantalgo/contracts/journal/entry';
import { DEFAULT_PAIRS } from '@quantalgo/contracts/market/pairs';
import { signalDocumentSchema } from '@quantalgo/contracts/signals/signal';
import { writeJournal } from '@quantalgo/functions/platform/journal/journal';
import type { Firestore } from 'firebase-admin/firestore';

const NOTES = [
  'Waited for the candle to close, then entered.',
  '',
  'Entered late. The spread was wide, and the price was past the worst price when I looked again.',
  'By the book.',
  'News came out in the middle. I stopped after the first level, as planned.',
  '',
  'Tired. I should not have traded this one.',
];
const TAGS = ['calm', 'news', 'late'];
const BROKERS = ['Pocket Option', 'Quotex', ''];
const STATUSES = ['taken', 'paper', 'taken', 'skipped', 'taken'] as const;
const STAKE_CENTS = 200;

export function buildJournalFields(number: number): JournalFields {
  const status = STATUSES[number % STATUSES.length] ?? 'taken';
  const levels = number % 4 === 2 ? [0, 1] : [0];
  const trade = { price: null, at: null, close: null };
  return {
    ...EMPTY_FIELDS,
    status,
    pair: DEFAULT_PAIRS[number % DEFAULT_PAIRS.length] ?? 'EURUSD',
    direction: 'CALL',
    trades:
      status === 'skipped' ? [] : levels.map((level) => ({ ...trade, level, stake: STAKE_CENTS })),
    broker: BROKERS[number % BROKERS.length] ?? '',
    payout: 0.8,
    note: NOTES[number % NOTES.length] ?? '',
    tags: TAGS.slice(number % (TAGS.length + 1)),
  };
}

const WRITER = 'seed-essential';
const ENTRY_COUNT = 12;
/** The newest signals get no entries, because journeys add entries to them. */
const ENTRY_INTERVAL = 9;
const SKIPPED_SIGNALS = 60;

/** @param now epoch ms */
export async function seedJournal(database: Firestore, now: number): Promise<string> {
  const snapshot = await database
    .collection('signals')
    .orderBy('createdAt', 'desc')
    .limit(SKIPPED_SIGNALS + ENTRY_COUNT * ENTRY_INTERVAL)
    .get();
  const signals = snapshot.docs.map((document) => signalDocumentSchema.parse(document.data()));
  const writes = signals
    .filter((_, place) => place >= SKIPPED_SIGNALS && place % ENTRY_INTERVAL === 0)
    .map(({ id, pair, direction }, number) => ({
      id,
      change: { ...buildJournalFields(number), pair, direction },
      saw: {},
      settled: [],
    }));
  if (writes.length === 0) return 'There are no signals for journal entries.';
  await writeJournal(database, { uid: WRITER, key: randomUUID(), contentDigest: '' }, writes, now);
  return `${writes.length} entries in the essential account’s journal.`;
}
