import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { type Audience, getEntryWindowEnd } from '@quantalgo/contracts/signals/signal';
import { Timestamp } from 'firebase-admin/firestore';

const toTimestamp = (time: number) => Timestamp.fromMillis(time);
const buildProbability = (value: number) => ({ value, low: value - 2, high: value + 2 });

export const signalDocument = (slot: number, audience: Audience, updatedAt = slot + 800) => ({
  id: slotId(slot),
  pair: 'EURUSD',
  direction: 'CALL',
  strategy: audience === 'basic' ? 'mean-reversion' : 'tick-imbalance',
  audience,
  reasons: ['The price lies below its lower band'],
  entryPrice: 1.08512,
  worstPrice: 1.0853,
  confidence: buildProbability(94),
  firstEntry: buildProbability(51),
  calibration: 'mean-reversion/2026-11-19/8000',
  createdAt: toTimestamp(slot),
  publishedAt: toTimestamp(slot + 800),
  updatedAt: toTimestamp(updatedAt),
  expiresAt: toTimestamp(getEntryWindowEnd(slot)),
  source: 'simulated',
  seeded: false,
  ledgerSeq: 1,
  salt: 'a'.repeat(64),
  settlement: null,
});

export const wonAtLevel1 = (slot: number) => ({
  outcome: 'profit',
  level: 1,
  closes: [1.085, 1.0849, 1.0852].map((price, index) => ({
    at: toTimestamp(slot + SLOT_MS * (index + 1)),
    price,
  })),
  source: 'simulated',
  fetchedAt: toTimestamp(slot + SLOT_MS * 3 + 5_000),
  settledAt: toTimestamp(slot + SLOT_MS * 3 + 6_000),
});
