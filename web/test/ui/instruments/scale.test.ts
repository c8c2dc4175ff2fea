import { computeBreakEven, COIN } from '@quantalgo/contracts/signals/ladder';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isCrowded,
  toScalePercent,
  getScaleRange,
} from '../../../src/ui/instruments/ProbabilityScale';

const even = computeBreakEven();
const MARKS = [
  [COIN.firstEntry, even.firstEntry],
  [COIN.withinLadder, even.withinLadder],
] as const;

/** A probability with an interval of one point. */
const createPrecise = (value: number) => ({ value, low: value - 0.5, high: value + 0.5 });

describe('probability scale', () => {
  it.each(MARKS)(
    'contains the value, coin %f and break-even %f, in order',
    (coin, breakEvenRate) => {
      fc.assert(
        fc.property(fc.double({ min: 0, max: 100, noNaN: true }), (value) => {
          const scale = getScaleRange(createPrecise(value), coin, breakEvenRate);
          const places = [value, coin, breakEvenRate].map((mark) => toScalePercent(scale, mark));
          expect(places.every((place) => place > 0 && place < 100)).toBe(true);
          expect(toScalePercent(scale, coin)).toBeLessThan(toScalePercent(scale, breakEvenRate));
        }),
      );
    },
  );

  it.each(MARKS)(
    'leaves room for the labels of coin %f and break-even %f',
    (coin, breakEvenRate) => {
      const usual = getScaleRange(createPrecise((coin + breakEvenRate) / 2), coin, breakEvenRate);
      expect(isCrowded(usual, coin, breakEvenRate)).toBe(false);
      expect(
        isCrowded(getScaleRange(createPrecise(20), coin, breakEvenRate), coin, breakEvenRate),
      ).toBe(true);
    },
  );

  it('contains the whole of a one-sided interval', () => {
    const [coin, breakEvenRate] = MARKS[1];
    const scale = getScaleRange({ value: 92.6, low: 90.1, high: 94.8 }, coin, breakEvenRate);
    expect(scale.from).toBeLessThan(90.1);
    expect(scale.to).toBeGreaterThan(breakEvenRate);
    expect(isCrowded(scale, coin, breakEvenRate)).toBe(false);
  });

  it('clamps values beyond its ends', () => {
    expect(toScalePercent({ from: 40, to: 60 }, 90)).toBe(100);
    expect(toScalePercent({ from: 40, to: 60 }, 0)).toBe(0);
  });
});
