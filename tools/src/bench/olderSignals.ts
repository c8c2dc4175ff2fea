import { DEFAULT_PAIRS, SLOT_MS, slotId, slotStart } from '@quantalgo/contracts';
import { Timestamp, type Firestore } from 'firebase-admin/firestore';

const BATCH = 400;
const STRATEGIES = ['trend', 'mean-reversion', 'breakout'];
const DAY_MS = 24 * 60 * 60_000;

const at = (time: number) => Timestamp.fromMillis(time);

/** `signals/{slot}` of a settled signal: every second one won at its first level. */
function documentOf(slot: number, number: number) {
  const won = number % 2 === 0;
  const prices = won ? [1.1, 1.2] : [1.5, 1.4, 1.3, 1.2, 1.1];
  const closes = prices.map((price, close) => ({ at: at(slot + SLOT_MS * (close + 1)), price }));
  const ended = at(slot + SLOT_MS * 6);
  return {
    id: slotId(slot),
    pair: DEFAULT_PAIRS[number % DEFAULT_PAIRS.length] ?? 'EURUSD',
    direction: 'CALL',
    strategy: STRATEGIES[number % STRATEGIES.length] ?? 'trend',
    audience: 'basic',
    reasons: ['The price lies below its lower band'],
    entryPrice: 1.1,
    worstPrice: 1.2,
    confidence: { value: 93.8, low: 92, high: 95 },
    firstEntry: { value: 50.4, low: 48, high: 53 },
    calibration: `trend/${slotId(slot)}/n8000`,
    createdAt: at(slot),
    publishedAt: at(slot + 800),
    updatedAt: ended,
    expiresAt: at(slot + SLOT_MS),
    source: 'simulated',
    seeded: true,
    ledgerSeq: number,
    salt: 'a'.repeat(64),
    settlement: {
      outcome: won ? 'profit' : 'loss',
      level: won ? 0 : null,
      closes,
      source: 'simulated',
      fetchedAt: ended,
      settledAt: ended,
    },
  };
}

/** Stores so many settled signals from before the seeded history, one a slot. */
export async function addOlderSignals(database: Firestore, count: number): Promise<void> {
  const newest = slotStart(Date.now() - 2 * DAY_MS);
  for (let from = 0; from < count; from += BATCH) {
    const batch = database.batch();
    for (let number = from; number < Math.min(count, from + BATCH); number += 1) {
      const slot = newest - number * SLOT_MS;
      batch.set(database.doc(`signals/${slotId(slot)}`), documentOf(slot, number));
    }
    await batch.commit();
  }
}
