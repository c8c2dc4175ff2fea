import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HASH_MS, getLaneCapacity, getShedRetryMs } from '../../../src/domain/core/hashing';

describe('the queue of hashes', () => {
  it('takes ten deployed hashes besides the one that is computed', () => {
    expect(getLaneCapacity(HASH_MS)).toBe(11);
  });

  it('sends callers back for as long as the refused ones take, within seven and a half minutes', () => {
    expect(getShedRetryMs(1, 0.5)).toBe(2000);
    expect(getShedRetryMs(100, 0.5)).toBe(100 * HASH_MS);
    expect(getShedRetryMs(1_000_000, 1)).toBe(450_000);
  });

  it('spreads them over half of that to one and a half times', () => {
    fc.assert(
      fc.property(fc.nat(2000), fc.double({ min: 0, max: 1, noNaN: true }), (shed, random) => {
        const mean = getShedRetryMs(shed, 0.5);
        const wait = getShedRetryMs(shed, random);
        expect(wait).toBeGreaterThanOrEqual(mean / 2);
        expect(wait).toBeLessThanOrEqual(mean * 1.5);
      }),
    );
  });
});
