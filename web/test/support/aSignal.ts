import { slotId, SLOT_MS } from '@quantalgo/contracts/core/slots';
import {
  type Settlement,
  type Signal,
  getEntryWindowEnd,
} from '@quantalgo/contracts/signals/signal';
import type { Batch } from '../../src/data/storage/quarantine';

/** Default slot of {@link aSignal}: 20 November 2026, 14:05 UTC. */
export const SLOT = Date.UTC(2026, 10, 20, 14, 5);

/** An unsettled signal of the slot that starts at `slot` (epoch ms). */
export const aSignal = (slot = SLOT, changes: Partial<Signal> = {}): Signal => ({
  id: slotId(slot),
  pair: 'EURUSD',
  direction: 'CALL',
  strategy: 'mean-reversion',
  audience: 'basic',
  reasons: ['RSI 24: oversold'],
  entryPrice: 1.08542,
  worstPrice: 1.08559,
  confidence: { value: 94.1, low: 93, high: 95.2 },
  firstEntry: { value: 52.4, low: 50.9, high: 53.9 },
  calibration: 'mean-reversion@1',
  createdAt: slot,
  publishedAt: slot + 1200,
  updatedAt: slot + 1200,
  expiresAt: getEntryWindowEnd(slot),
  source: 'simulated',
  seeded: false,
  ledgerSeq: 7,
  salt: 'a'.repeat(64),
  settlement: null,
  ...changes,
});

export const createBatch = (...signals: readonly Signal[]): Batch => ({ signals, unparsed: [] });

/** A win at level 0. */
export const aSettlement = (slot = SLOT): Settlement => ({
  outcome: 'profit',
  level: 0,
  closes: [
    { at: slot + SLOT_MS, price: 1.0854 },
    { at: slot + 2 * SLOT_MS, price: 1.0856 },
  ],
  source: 'simulated',
  fetchedAt: slot + 2 * SLOT_MS + 5000,
  settledAt: slot + 2 * SLOT_MS + 6000,
});
