import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SLOT_MS } from '../../src/core/slots';
import {
  COIN,
  LADDER_LOSS,
  computeBreakEven,
  listMartingaleLevels,
  computeLadderWinRate,
} from '../../src/signals/ladder';
import { STATED_PAYOUT } from '../../src/signals/payout';

const slot = fc.integer({ min: 0, max: 6_000_000 }).map((number) => number * SLOT_MS);
const percent = fc.double({ min: 0, max: 100, noNaN: true });

describe('martingale ladder', () => {
  it('enters a 14:05 signal at 14:10, 14:15, 14:20 and 14:25, and ends at 14:30', () => {
    const levels = listMartingaleLevels(Date.parse('2026-11-20T14:05:00Z'));
    const clock = (at: number) => new Date(at).toISOString().slice(11, 16);
    expect(
      levels.map(({ level, entryTime, expiryTime }) => [
        level,
        clock(entryTime),
        clock(expiryTime),
      ]),
    ).toEqual([
      [0, '14:10', '14:15'],
      [1, '14:15', '14:20'],
      [2, '14:20', '14:25'],
      [3, '14:25', '14:30'],
    ]);
  });

  it('enters each level when the previous one expires', () => {
    fc.assert(
      fc.property(slot, (start) => {
        const levels = listMartingaleLevels(start);
        expect(levels[0]?.entryTime).toBe(start + SLOT_MS);
        for (const [index, { entryTime, expiryTime }] of levels.entries()) {
          expect(expiryTime - entryTime).toBe(SLOT_MS);
          if (index > 0) expect(entryTime).toBe(levels[index - 1]?.expiryTime);
        }
      }),
    );
  });

  it('stakes 1, 2.2, 4.84 and 10.65 times the first stake, 18.7 in total', () => {
    const stakes = listMartingaleLevels(0).map(({ stake }) => Number(stake.toFixed(2)));
    expect(stakes).toEqual([1, 2.2, 4.84, 10.65]);
    expect(LADDER_LOSS).toBeCloseTo(18.688, 10);
    expect(LADDER_LOSS.toFixed(1)).toBe('18.7');
  });

  it('recovers more than all earlier losses at any level, at the stated payout', () => {
    const levels = listMartingaleLevels(0);
    for (const [index, { stake }] of levels.entries()) {
      const lost = levels.slice(0, index).reduce((sum, before) => sum + before.stake, 0);
      expect(stake * STATED_PAYOUT).toBeGreaterThan(lost);
    }
  });
});

describe('win rate benchmarks', () => {
  it('include a coin at 50 and 93.75 percent', () => {
    expect(COIN).toEqual({ firstEntry: 50, withinLadder: 93.75 });
  });

  it('include break-even at the stated payout, 55.6 and 96.1 percent', () => {
    const { firstEntry, withinLadder: four } = computeBreakEven();
    expect(firstEntry.toFixed(1)).toBe('55.6');
    expect(four.toFixed(1)).toBe('96.1');
  });

  it('give a single entry at break-even an expected result of zero', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.01, max: 1, noNaN: true }), (payout) => {
        const share = computeBreakEven(payout).firstEntry / 100;
        expect(share * payout - (1 - share)).toBeCloseTo(0, 10);
      }),
    );
  });

  it('give a ladder at break-even an expected result of zero', () => {
    const share = computeBreakEven().firstEntry / 100;
    const levels = listMartingaleLevels(0);
    const expected = levels.reduce((sum, { stake }, index) => {
      const chanceToReach = (1 - share) ** index;
      return sum + chanceToReach * (share * stake * STATED_PAYOUT - (1 - share) * stake);
    }, 0);
    expect(expected).toBeCloseTo(0, 10);
  });

  it('give a ladder win rate that grows with the first entry’s and is never below it', () => {
    fc.assert(
      fc.property(percent, percent, (a, b) => {
        expect(computeLadderWinRate(a)).toBeGreaterThanOrEqual(a - 1e-9);
        if (a < b) expect(computeLadderWinRate(a)).toBeLessThanOrEqual(computeLadderWinRate(b));
      }),
    );
  });
});
