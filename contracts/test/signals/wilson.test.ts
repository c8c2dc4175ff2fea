import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeSampleSize } from '../../src/signals/figures';
import { computeWilsonInterval } from '../../src/signals/signal';

describe('Wilson interval', () => {
  it('is null without trials', () => {
    expect(computeWilsonInterval(0, 0)).toBeNull();
  });

  // R. G. Newcombe, Statistics in Medicine 17 (1998) 857–872, table I, method 3.
  it.each([
    [81, 263, 25.53, 36.62],
    [15, 148, 6.24, 16.05],
    [0, 20, 0, 16.11],
    [1, 29, 0.61, 17.18],
  ])('matches the published interval for %i in %i', (wins, trials, low, high) => {
    const range = computeWilsonInterval(wins, trials);
    expect(range?.value).toBeCloseTo((100 * wins) / trials, 9);
    expect(range?.low).toBeCloseTo(low, 2);
    expect(range?.high).toBeCloseTo(high, 2);
  });

  it('contains the rate, stays within 0 to 100 and is mirrored for losses', () => {
    const trial = fc
      .integer({ min: 1, max: 100_000 })
      .chain((trials) => fc.tuple(fc.integer({ min: 0, max: trials }), fc.constant(trials)));
    fc.assert(
      fc.property(trial, ([wins, trials]) => {
        const range = computeWilsonInterval(wins, trials);
        const mirrored = computeWilsonInterval(trials - wins, trials);
        expect(range?.low).toBeGreaterThanOrEqual(0);
        expect(range?.high).toBeLessThanOrEqual(100);
        expect(range?.low).toBeLessThanOrEqual((range?.value ?? NaN) + 1e-9);
        expect(range?.high).toBeGreaterThanOrEqual((range?.value ?? NaN) - 1e-9);
        expect(range?.low).toBeCloseTo(100 - (mirrored?.high ?? NaN), 8);
      }),
    );
  });
});

describe('computeSampleSize', () => {
  it('returns 634 at the stated payout, and more as break-even approaches 50 percent', () => {
    expect(computeSampleSize()).toBe(634);
    expect(computeSampleSize(0.92)).toBeGreaterThan(computeSampleSize(0.8));
    expect(computeSampleSize(0.5)).toBeLessThan(computeSampleSize(0.8));
  });

  it('makes the interval around break-even exclude 50 percent', () => {
    const needed = computeSampleSize();
    const paying = computeWilsonInterval(Math.round(needed / 1.8), needed);
    expect(paying?.low).toBeGreaterThan(50);
  });
});
