import { DEFAULT_ROUND_MS } from '@quantalgo/contracts/countdown/rounds';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_ROUNDS, getRoundEnd } from '../../../src/domain/countdown/rounds';

const time = fc.integer({ min: 0, max: Date.parse('2100-01-01T00:00:00Z') });
const length = fc.integer({ min: 1000, max: 7 * 24 * 60 * 60_000 });

describe('countdown', () => {
  it('ends at 00:00, 08:00 and 16:00 UTC by default', () => {
    const ends = (iso: string) =>
      new Date(getRoundEnd(DEFAULT_ROUNDS, Date.parse(iso))).toISOString();
    expect(ends('2026-11-20T07:59:59.999Z')).toBe('2026-11-20T08:00:00.000Z');
    expect(ends('2026-11-20T08:00:00.000Z')).toBe('2026-11-20T16:00:00.000Z');
    expect(ends('2026-11-20T16:00:00.001Z')).toBe('2026-11-21T00:00:00.000Z');
  });

  it('never reaches zero and never exceeds a round once the first has ended', () => {
    fc.assert(
      fc.property(time, length, time, (endsAt, roundMs, now) => {
        const left = getRoundEnd({ endsAt, roundMs }, now) - now;
        expect(left).toBeGreaterThan(0);
        if (now >= endsAt) expect(left).toBeLessThanOrEqual(roundMs);
      }),
    );
  });

  it('starts each round when the previous one ends', () => {
    fc.assert(
      fc.property(time, length, time, (endsAt, roundMs, now) => {
        const end = getRoundEnd({ endsAt, roundMs }, now);
        expect(getRoundEnd({ endsAt, roundMs }, end - 1)).toBe(end);
        expect(getRoundEnd({ endsAt, roundMs }, end)).toBe(end + roundMs);
      }),
    );
  });

  it('lasts eight hours by default', () => {
    expect(DEFAULT_ROUNDS.roundMs).toBe(DEFAULT_ROUND_MS);
    expect(DEFAULT_ROUND_MS).toBe(8 * 3_600_000);
  });
});
