import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWithinLimit, percentile } from '../../src/bench/section';

describe('percentile', () => {
  it('returns the tenth of twenty values for 50% and the nineteenth for 95%', () => {
    const values = Array.from({ length: 20 }, (_, index) => 20 - index);
    expect(percentile(values, 0.5)).toBe(10);
    expect(percentile(values, 0.95)).toBe(19);
    expect(percentile(values, 1)).toBe(20);
  });

  it('returns a value that at least the given share of values does not exceed', () => {
    const values = fc.array(fc.integer(), { minLength: 1 });
    fc.assert(
      fc.property(values, fc.double({ min: 0, max: 1, noNaN: true }), (all, share) => {
        const found = percentile(all, share);
        expect(all).toContain(found);
        const within = all.filter((value) => value <= found).length;
        expect(within / all.length).toBeGreaterThanOrEqual(share - Number.EPSILON);
      }),
    );
  });

  it('throws for an empty list', () => {
    expect(() => percentile([], 0.5)).toThrow(RangeError);
  });
});

describe('isWithinLimit', () => {
  const figure = { name: 'p95', value: 1000, unit: 'ms', below: 1000 };

  it('rejects a value equal to an exclusive bound', () => {
    expect(isWithinLimit(figure)).toBe(false);
    expect(isWithinLimit({ ...figure, value: 999.9 })).toBe(true);
  });

  it('accepts a value equal to an inclusive minimum or maximum', () => {
    const shifts = { name: 'CLS', value: 0, unit: '', digits: 3, atMost: 0 };
    expect(isWithinLimit(shifts)).toBe(true);
    expect(isWithinLimit({ ...shifts, value: 0.0001 })).toBe(false);
    const score = { name: 'SEO', value: 100, unit: '', atLeast: 100 };
    expect(isWithinLimit(score)).toBe(true);
    expect(isWithinLimit({ ...score, value: 99 })).toBe(false);
  });
});
