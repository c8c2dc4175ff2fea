import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitDuration, formatMinutesSeconds } from '../../src/core/durations';

describe('countdown', () => {
  it.each([
    [8 * 3_600_000, '08:00:00'],
    [3_661_000, '01:01:01'],
    [59_999, '00:01:00'],
    [1, '00:00:01'],
    [0, '00:00:00'],
    [-5_000, '00:00:00'],
    [100 * 3_600_000, '100:00:00'],
  ])('shows %i ms as %s', (ms, text) => {
    const { hours, minutes, seconds } = splitDuration(ms);
    expect(`${hours}:${minutes}:${seconds}`).toBe(text);
  });

  it('has parts that add up to the total, rounded up to a second', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e9 }), (ms) => {
        const { hours, minutes, seconds } = splitDuration(ms);
        const total = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
        expect(total).toBe(Math.ceil(ms / 1000));
        expect(Number(minutes)).toBeLessThan(60);
        expect(Number(seconds)).toBeLessThan(60);
      }),
    );
  });

  it.each([
    [148_000, '2:28'],
    [300_000, '5:00'],
    [9_001, '0:10'],
    [0, '0:00'],
    [-1, '0:00'],
  ])('shows %i ms to the next signal as %s', (ms, text) => {
    expect(formatMinutesSeconds(ms)).toBe(text);
  });
});
