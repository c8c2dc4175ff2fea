import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fitted } from '../../../src/features/onboarding/linkTrader/image';

const edge = fc.integer({ min: 1, max: 30_000 });

describe('the size of a proof', () => {
  it('stays as it is where it is small enough', () => {
    expect(fitted(1080, 1920)).toEqual({ width: 1080, height: 1920 });
  });

  it('keeps its proportions within 2,000 pixels a side', () => {
    expect(fitted(4000, 3000)).toEqual({ width: 2000, height: 1500 });
    fc.assert(
      fc.property(edge, edge, (width, height) => {
        const size = fitted(width, height);
        expect(Math.max(size.width, size.height)).toBe(Math.min(2000, Math.max(width, height)));
        expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(1);
      }),
    );
  });
});
