import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fitRisingCurve,
  findCurveStep,
  type Bin,
} from '../../../../src/domain/signals/calibration/curve';

const bins = (...counts: readonly (readonly [trials: number, hits: number])[]): Bin[] =>
  counts.map(([trials, hits], index) => ({ from: index / 10, trials, hits }));
const plain = { prior: 0, base: () => 0.5 };

describe('fitRisingCurve', () => {
  it('keeps the rates if they already rise', () => {
    const curve = fitRisingCurve(bins([10, 2], [10, 5], [10, 9]), plain);
    expect(curve.map(({ rate }) => rate)).toEqual([0.2, 0.5, 0.9]);
  });

  it('pools neighbouring bins whose rates fall, weighted by trials', () => {
    const curve = fitRisingCurve(bins([10, 2], [10, 8], [30, 12], [10, 9]), plain);
    expect(curve).toEqual([
      { from: 0, trials: 10, rate: 0.2 },
      { from: 0.1, trials: 40, rate: 0.5 },
      { from: 0.3, trials: 10, rate: 0.9 },
    ]);
  });

  it('shrinks a bin with few trials towards the base rate', () => {
    const [, lucky] = fitRisingCurve(bins([1000, 500], [10, 10]), { prior: 1000, base: () => 0.5 });
    expect(lucky?.rate).toBeCloseTo(0.505, 3);
  });

  it('covers the whole scale from 0 without empty bins', () => {
    const curve = fitRisingCurve(bins([0, 0], [0, 0], [10, 5]), plain);
    expect(findCurveStep(curve, 0)?.rate).toBe(0.5);
    expect(findCurveStep(curve, 99)?.rate).toBe(0.5);
    expect(findCurveStep(fitRisingCurve([], plain), 0)).toBeUndefined();
  });

  it('fills empty bins with the base rate if asked to', () => {
    const base = ({ from }: Bin) => from;
    const curve = fitRisingCurve(bins([0, 0], [0, 0], [10, 5]), {
      prior: 10,
      base,
      fillsGaps: true,
    });
    expect(findCurveStep(curve, 0.1)).toEqual({ from: 0.1, trials: 0, rate: 0.1 });
    expect(findCurveStep(curve, 0.2)?.rate).toBeCloseTo(0.35, 9);
  });

  it('never falls, keeps every trial, and stays between 0 and 1', () => {
    const bin = fc
      .record({ trials: fc.nat(500), share: fc.double({ min: 0, max: 1, noNaN: true }) })
      .map(({ trials, share }) => [trials, Math.round(trials * share)] as const);
    fc.assert(
      fc.property(fc.array(bin, { maxLength: 20 }), fc.nat(50), (counts, prior) => {
        const curve = fitRisingCurve(bins(...counts), { prior, base: () => 0.5 });
        const rates = curve.map(({ rate }) => rate);
        expect(rates).toEqual(rates.toSorted((a, b) => a - b));
        expect(curve.reduce((sum, { trials }) => sum + trials, 0)).toBe(
          counts.reduce((sum, [trials]) => sum + trials, 0),
        );
        expect(rates.every((rate) => rate >= 0 && rate <= 1)).toBe(true);
      }),
    );
  });
});
