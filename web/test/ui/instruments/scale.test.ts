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
  it.each(MARKS)('contains the value, coin %f and break-even %f, in order', (coin, paysFrom) => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 100, noNaN: true }), (value) => {
        const scale = getScaleRange(createPrecise(value), coin, paysFrom);
        const places = [value, coin, paysFrom].map((mark) => toScalePercent(scale, mark));
        expect(places.every((place) => place > 0 && place < 100)).toBe(true);
        expect(toScalePercent(scale, coin)).toBeLessThan(toScalePercent(scale, paysFrom));
      }),
    );
  });

  it.each(MARKS)('leaves room for the labels of coin %f and break-even %f', (coin, paysFrom) => {
    const usual = getScaleRange(createPrecise((coin + paysFrom) / 2), coin, paysFrom);
    expect(isCrowded(usual, coin, paysFrom)).toBe(false);
    expect(isCrowded(getScaleRange(createPrecise(20), coin, paysFrom), coin, paysFrom)).toBe(true);
  });

  it('contains the whole of a one-sided interval', () => {
    const [coin, paysFrom] = MARKS[1];
    const scale = getScaleRange({ value: 92.6, low: 90.1, high: 94.8 }, coin, paysFrom);
    expect(scale.from).toBeLessThan(90.1);
    expect(scale.to).toBeGreaterThan(paysFrom);
    expect(isCrowded(scale, coin, paysFrom)).toBe(false);
  });

  it('clamps values beyond its ends', () => {
    expect(toScalePercent({ from: 40, to: 60 }, 90)).toBe(100);
    expect(toScalePercent({ from: 40, to: 60 }, 0)).toBe(0);
  });
});
