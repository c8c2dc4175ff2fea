import { SLOT_MS, slotId } from '@quantalgo/contracts/core/slots';
import { ledgerEntrySchema } from '@quantalgo/contracts/record/ledger/entry';
import { LATEST_PUBLICATION_MS } from '@quantalgo/contracts/record/ledger/timeRules';
import { LADDER_RULES } from '@quantalgo/contracts/signals/rules';
import { getEntryWindowEnd } from '@quantalgo/contracts/signals/signal';
import { describe, expect, it } from 'vitest';
import {
  openRecord,
  recordCorrection,
  recordSettlement,
  recordSlot,
  type Head,
} from '../../../src/domain/record/record';
import { commitToSignal } from '../../../src/domain/record/ledger';
import type { SlotDecision } from '../../../src/domain/signals/selection';
import { NOON } from '../../candles';

const salt = 'a'.repeat(64);
const closed: SlotDecision = { state: 'closed' };
const missed: SlotDecision = { state: 'missed', reason: 'No pair has a signal' };
const published: Extract<SlotDecision, { state: 'published' }> = {
  state: 'published',
  draft: {
    sealed: {
      id: slotId(NOON),
      pair: 'EURUSD',
      direction: 'CALL',
      strategy: 'mean-reversion',
      audience: 'basic',
      entryPrice: 1.085,
      worstPrice: 1.0851,
      confidence: { value: 92.1, low: 90, high: 94 },
      firstEntry: { value: 49.1, low: 47, high: 51 },
      calibration: 'mean-reversion/20261120T1200Z/n7840',
      source: 'simulated',
    },
    moves: 97,
    restatesOdds: false,
    reasons: ['Relative strength is 25 out of 100, where 50 is balanced'],
    strategyHash: 'c'.repeat(64),
  },
};

const ledger = { ledgerId: 'of-a-test', rules: LADDER_RULES };
const { head: opened } = openRecord(ledger, NOON - SLOT_MS, 'simulated');
const record = (head: Head, slot: number, decision: SlotDecision, at = slot) =>
  recordSlot(head, slot, decision, { at, salt, seeded: false });

describe('published slot', () => {
  const step = record(opened, NOON, published, NOON + 2000);

  it('appears in the ledger as a commitment that reveals nothing', () => {
    expect(step.entries).toHaveLength(1);
    expect(step.entries[0]).toMatchObject({
      type: 'publication',
      slot: slotId(NOON),
      strategyHash: 'c'.repeat(64),
      revealBy: '2026-11-21T12:00:00.000Z',
      at: '2026-11-20T12:00:02.000Z',
    });
    expect(JSON.stringify(step.entries)).not.toMatch(/EURUSD|CALL|1\.085|aaaa/);
  });

  it('has an entry window of five minutes and the sequence number of its ledger entry', () => {
    expect(step).toMatchObject({
      state: 'published',
      publication: {
        id: slotId(NOON),
        createdAt: NOON,
        expiresAt: getEntryWindowEnd(NOON),
        ledgerSeq: 1,
        salt,
      },
      head: { seq: 1, lastSlot: NOON },
    });
  });

  it('marks restated odds only if its draft does', () => {
    const publish = (restatesOdds: boolean) => {
      const draft = { ...published.draft, restatesOdds };
      const restating = record(opened, NOON, { state: 'published', draft }, NOON + 2000);
      if (restating.state !== 'published') throw new Error('The slot was published');
      return restating.publication;
    };
    expect(publish(true).restatesOdds).toBe(true);
    expect(publish(false)).not.toHaveProperty('restatesOdds');
    expect(publish(true).commitment).toBe(publish(false).commitment);
  });

  it('is revealed by its settlement, which matches the commitment', () => {
    if (step.state !== 'published') throw new Error('The slot was published');
    const signal = {
      ...step.publication,
      publishedAt: NOON,
      updatedAt: NOON,
      settlement: null,
    };
    const times = { fetchedAt: NOON + 2 * SLOT_MS, settledAt: NOON + 2 * SLOT_MS };
    const closes = [{ at: NOON + SLOT_MS, price: 1.1 }];
    const { entries, head } = recordSettlement(step.head, signal, {
      outcome: 'profit',
      level: 0,
      closes,
      source: 'simulated',
      ...times,
    });
    const [entry] = entries;
    if (entry?.type !== 'settlement') throw new Error('A settlement was recorded');
    expect(entry.prev).toBe(step.head.hash);
    expect(head.lastSlot).toBe(NOON);
    expect(step.entries[0]).toMatchObject({ commitment: commitToSignal(entry.signal, entry.salt) });
  });
});

describe('ledger time', () => {
  const first = record(opened, NOON, missed, NOON + 120_000);

  it('never goes back, even if the clocks of two machines differ', () => {
    const [entry] = record(first.head, NOON + SLOT_MS, missed, NOON + 60_000).entries;
    expect(entry?.at).toBe('2026-11-20T12:02:00.000Z');
  });

  it('rules out a publication after the entry window', () => {
    const ahead = { ...opened, at: NOON + SLOT_MS };
    expect(record(ahead, NOON, published, NOON)).toMatchObject({ state: 'missed' });
    const { head } = record(ahead, NOON, missed, NOON);
    expect(head.at).toBe(NOON + SLOT_MS);
  });
});

describe('correction', () => {
  it('is appended as an entry with the outcome on revised candles', () => {
    const closes = [
      { at: NOON + SLOT_MS, price: 1.1 },
      { at: NOON + 2 * SLOT_MS, price: null, reason: 'The source has no candle' },
    ];
    const judged = { outcome: 'break-even', level: null, closes, fetchedAt: NOON } as const;
    const { entries, head } = recordCorrection(opened, slotId(NOON), judged, NOON + 2000);
    expect(entries).toMatchObject([
      {
        type: 'correction',
        slot: slotId(NOON),
        outcome: 'break-even',
        level: null,
        closes: [
          { at: '2026-11-20T12:05:00.000Z', price: 1.1 },
          { at: '2026-11-20T12:10:00.000Z', price: null, reason: 'The source has no candle' },
        ],
        seq: 1,
        prev: opened.hash,
      },
    ]);
    expect(head).toMatchObject({ seq: 1, lastSlot: opened.lastSlot });
    expect(ledgerEntrySchema.parse(entries[0])).toEqual(entries[0]);
  });
});

describe('late publication', () => {
  it('is recorded as a missed slot', () => {
    const late = record(opened, NOON, published, NOON + LATEST_PUBLICATION_MS + 1);
    expect(late).toMatchObject({ state: 'missed', reason: 'The publisher ran too late' });
    expect(late.entries).toMatchObject([{ type: 'miss', slot: slotId(NOON) }]);
  });

  it('is accepted until 90 seconds after the slot', () => {
    const inTime = record(opened, NOON, published, NOON + LATEST_PUBLICATION_MS);
    expect(inTime.state).toBe('published');
  });

  it('is missed if the previous entry’s time is already too late', () => {
    const ahead = { ...opened, at: NOON + LATEST_PUBLICATION_MS + 1 };
    expect(record(ahead, NOON, published, NOON + 2000).state).toBe('missed');
  });
});

describe('closed market', () => {
  const first = record(opened, NOON, closed);
  const second = record(first.head, NOON + SLOT_MS, closed);

  it('adds no ledger entries while it lasts', () => {
    expect([...first.entries, ...second.entries]).toEqual([]);
    expect(second.head).toMatchObject({
      seq: 0,
      closedFrom: NOON,
      lastSlot: NOON + SLOT_MS,
    });
  });

  it('is recorded as one range before the first open slot', () => {
    const third = record(second.head, NOON + 2 * SLOT_MS, missed);
    expect(third.entries).toMatchObject([
      { type: 'closed', seq: 1, from: slotId(NOON), to: slotId(NOON + SLOT_MS) },
      { type: 'miss', seq: 2, slot: slotId(NOON + 2 * SLOT_MS) },
    ]);
    expect(third.head.closedFrom).toBeNull();
  });
});
