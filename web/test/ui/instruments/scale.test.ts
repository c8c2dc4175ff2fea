import { breakEven, COIN } from '@quantalgo/contracts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCrowded, placeOn, scaleAround } from '../../../src/ui/instruments/scale';

const even = breakEven();
const MARKS = [
  [COIN.firstEntry, even.firstEntry],
  [COIN.withinFourLevels, even.withinFourLevels],
] as const;

describe('the scale of a probability', () => {
  it.each(MARKS)('shows value, coin %f and break-even %f, in their order', (coin, paysFrom) => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 100, noNaN: true }), (value) => {
        const scale = scaleAround(value, coin, paysFrom);
        const places = [value, coin, paysFrom].map((mark) => placeOn(scale, mark));
        expect(places.every((place) => place > 0 && place < 100)).toBe(true);
        expect(placeOn(scale, coin)).toBeLessThan(placeOn(scale, paysFrom));
      }),
    );
  });

  it.each(MARKS)('leaves room for the labels of coin %f and break-even %f', (coin, paysFrom) => {
    const usual = scaleAround((coin + paysFrom) / 2, coin, paysFrom);
    expect(isCrowded(usual, coin, paysFrom)).toBe(false);
    expect(isCrowded(scaleAround(20, coin, paysFrom), coin, paysFrom)).toBe(true);
  });

  it('holds what lies beyond its ends at them', () => {
    expect(placeOn({ from: 40, to: 60 }, 90)).toBe(100);
    expect(placeOn({ from: 40, to: 60 }, 0)).toBe(0);
  });
});
