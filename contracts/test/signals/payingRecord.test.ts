import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  computePayingRecord,
  describePayingRecord,
  MIN_REFUTING_ENTRIES,
} from '../../src/signals/payingRecord';
import { STATED_PAYOUTS } from '../../src/signals/payout';

const SURE = { value: 60, low: 59.5, high: 60.5 };
const PAPER = { value: 50, low: 49, high: 51 };

const LOST = [1, 0, 0, 0, 0].map((price) => ({ price }));

const signal = (
  result: 'won' | 'lost' | 'flat',
  firstEntry: typeof SURE = SURE,
  pair = 'EURUSD',
) => ({
  pair,
  firstEntry,
  confidence: { value: 97 },
  ending: {
    outcome: ({ won: 'profit', lost: 'loss', flat: 'break-even' } as const)[result],
    level: result === 'won' ? 0 : null,
    closes: LOST,
  },
});

const buildRecord = (all: readonly ReturnType<typeof signal>[], payouts = STATED_PAYOUTS) =>
  computePayingRecord(all, payouts);

describe('record of signals rated “Pays”', () => {
  it('counts only those signals, with flat entries neither won nor lost', () => {
    const all = [signal('won'), signal('lost'), signal('flat'), signal('lost', PAPER)];
    const record = buildRecord(all);
    expect(record).toMatchObject({ signals: 3, moved: 2, won: 1, isRefuted: false });
    expect(record.result).toBeCloseTo(-0.2);
    expect(describePayingRecord(record)).toBe(
      'We rated 3 signals “Pays” at your payout. 1 of 2 first entries won; you need 56 in 100. At one stake each, that is 0.2 stakes lost.',
    );
  });

  it('uses each pair’s payout', () => {
    const near = { value: 56, low: 55.9, high: 56.1 };
    const all = [signal('won', near), signal('won', near, 'GBPUSD')];
    expect(buildRecord(all).signals).toBe(0);
    expect(buildRecord(all, { payout: 0.8, pairPayouts: 'EURUSD 92' }).signals).toBe(1);
  });

  it('says if no signal was rated “Pays”', () => {
    expect(describePayingRecord(buildRecord([]))).toBe(
      'We haven’t rated any signals “Pays” at your payout.',
    );
  });

  it('withdraws the rating if wins are significantly below break-even', () => {
    const all = [
      ...Array.from({ length: 400 }, () => signal('won')),
      ...Array.from({ length: 500 }, () => signal('lost')),
    ];
    expect(describePayingRecord(buildRecord(all))).toBe(
      'We rated 900 signals “Pays”, but only 44.4 in 100 won; 55.6 were needed. We no longer give that rating.',
    );
  });

  it('isn’t refuted before the minimum number of entries', () => {
    const lost = Array.from({ length: MIN_REFUTING_ENTRIES }, () => signal('lost'));
    expect(buildRecord(lost.slice(1)).isRefuted).toBe(false);
    expect(buildRecord(lost).isRefuted).toBe(true);
  });

  it('is refuted only below break-even, and by a win only when it reaches the minimum entries', () => {
    const count = fc.nat(150);
    fc.assert(
      fc.property(count, count, count, (won, lost, flat) => {
        const all = [
          ...Array.from({ length: won }, () => signal('won')),
          ...Array.from({ length: lost }, () => signal('lost')),
          ...Array.from({ length: flat }, () => signal('flat')),
        ];
        const record = buildRecord(all);
        expect(record).toMatchObject({ signals: all.length, moved: won + lost, won });
        expect(record.result).toBeCloseTo(0.8 * won - lost);
        if (won + lost < MIN_REFUTING_ENTRIES) expect(record.isRefuted).toBe(false);
        if (record.isRefuted) expect((100 * won) / (won + lost)).toBeLessThan(record.needed ?? 0);
        const isCounted = won + lost >= MIN_REFUTING_ENTRIES;
        if (isCounted && !record.isRefuted)
          expect(buildRecord([...all, signal('won')]).isRefuted).toBe(false);
      }),
      { numRuns: 50 },
    );
  });
});
