import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { getP95 } from '../../../src/platform/core/delayHistogram';

const count = fc.nat({ max: 1000 });

describe('getP95', () => {
  it('returns the upper end of the 95th percentile’s class', () => {
    expect(getP95({ to250: 95, to500: 4, longer: 1 })).toBe(250);
    expect(getP95({ to500: 6, to250: 94 })).toBe(500);
  });

  it('returns null without values or beyond the last class', () => {
    expect(getP95({})).toBeNull();
    expect(getP95({ to250: 94, longer: 6 })).toBeNull();
  });

  it('returns the smallest class that covers at least 95%', () => {
    fc.assert(
      fc.property(count, count, count, (a, b, c) => {
        fc.pre(a + b + c > 0);
        const p95 = getP95({ to1: a, to2: b, to3: c });
        const countWithin = (end: number) =>
          [a, b, c].slice(0, end).reduce((sum, one) => sum + one, 0);
        const enough = (a + b + c) * 0.95;
        expect(p95).not.toBeNull();
        expect(countWithin(p95 ?? 0)).toBeGreaterThanOrEqual(enough);
        if (p95 !== null && countWithin(p95 - 1) > 0)
          expect(countWithin(p95 - 1)).toBeLessThan(enough);
      }),
    );
  });
});
