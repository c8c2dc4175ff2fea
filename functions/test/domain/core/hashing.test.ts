import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HASH_MS, getLaneCapacity, getShedRetryMs } from '../../../src/domain/core/hashing';

describe('password hashing queue', () => {
  it('holds ten waiting hashes conflicts the one in progress', () => {
    expect(getLaneCapacity(HASH_MS)).toBe(11);
  });

  it('tells refused callers to retry after the backlog, within 7.5 minutes', () => {
    expect(getShedRetryMs(1, 0.5)).toBe(2000);
    expect(getShedRetryMs(100, 0.5)).toBe(100 * HASH_MS);
    expect(getShedRetryMs(1_000_000, 1)).toBe(450_000);
  });

  it('spreads retries between 0.5 and 1.5 times the mean wait', () => {
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
