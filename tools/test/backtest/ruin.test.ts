import { computeLadderResult } from '@quantalgo/contracts/signals/ladderResult';
import { evaluateLadder } from '@quantalgo/contracts/signals/ladder';
import { LADDER_RULES as rules } from '@quantalgo/contracts/signals/rules';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { simulateLadder, toFirstLevel, Ruin } from '../../src/backtest/ruin';

const toCloses = (prices: readonly (number | null)[]) => prices.map((price) => ({ price }));
const RISING = toCloses([1, 2, 3, 4, 5]);
const UNIT = 10_000;

describe('simulateLadder', () => {
  it('agrees with computeLadderResult for any closes', () => {
    const price = fc.option(fc.integer({ min: 1, max: 4 }), { nil: null });
    const direction = fc.constantFrom('CALL', 'PUT');
    fc.assert(
      fc.property(fc.array(price, { minLength: 5, maxLength: 5 }), direction, (prices, way) => {
        const verdict = evaluateLadder(way, prices, rules);
        if (!verdict) throw new Error('Five closes decide');
        const course = simulateLadder(way, toCloses(prices), rules);
        const counted = computeLadderResult({ ...verdict, closes: toCloses(prices) }, rules);
        expect(course.result).toBeCloseTo(counted / UNIT, 3);
        expect(course.isWon).toBe(verdict.outcome === 'profit');
        expect(course.needed).toBeGreaterThanOrEqual(-course.result);
      }),
    );
  });

  it('needs the stakes of all levels up to the win', () => {
    const third = simulateLadder('CALL', toCloses([5, 4, 3, 4, 5]), rules);
    expect(third.needed).toBeCloseTo(1 + 2.2 + 4.84, 9);
    expect(third.result).toBeCloseTo(4.84 * 0.8 - 3.2, 9);
  });
});

describe('Ruin', () => {
  const brokenBy = (count: number, closes = RISING, direction: 'CALL' | 'PUT' = 'PUT') => {
    const ruin = new Ruin();
    for (let signal = 0; signal < count; signal += 1) ruin.add(direction, closes, rules);
    return ruin.broken[0];
  };

  it('breaks an account of 20 stakes with two lost ladders, but not with two lost single entries', () => {
    expect(brokenBy(30)).toEqual({
      account: 20,
      signals: 30,
      runs: 1,
      ladder: 100,
      singleEntry: 100,
    });
    const ruin = new Ruin();
    for (let signal = 0; signal < 30; signal += 1)
      ruin.add(signal < 2 ? 'PUT' : 'CALL', RISING, rules);
    expect(ruin.broken[0]).toMatchObject({ ladder: 100, singleEntry: 0 });
  });

  it('breaks no account with winning signals, and reports no rate before a full run', () => {
    expect(brokenBy(60, RISING, 'CALL')).toMatchObject({ runs: 31, ladder: 0, singleEntry: 0 });
    expect(brokenBy(29)).toMatchObject({ runs: 0, ladder: null });
  });

  it('plays a single entry at the first level only', () => {
    const course = simulateLadder('CALL', toCloses([2, 1, 2, 3, 4]), toFirstLevel(rules));
    expect(course).toEqual({ isWon: false, needed: 1, result: -1 });
  });
});
