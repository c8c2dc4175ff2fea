import { SLOT_MS } from '@quantalgo/contracts/core/slots';
import { DAY_MS } from '@quantalgo/contracts/core/time';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createReplayShift } from '../../../src/platform/market/replay';
import { NOON, buildCandles } from '../../candles';

const WEEK = 7 * DAY_MS;
/** Monday 4 May 2026, 00:00 UTC. */
const MONDAY = Date.UTC(2026, 4, 4);

/** Candles of round-the-clock trading between two times. */
const trading = (from: number, to: number) =>
  buildCandles(
    Array.from({ length: (to - from) / SLOT_MS }, () => ({
      change: 1,
      above: 1,
      below: 1,
      volume: 9,
    })),
    to,
  );
const week = (number: number, days = 5) =>
  trading(MONDAY + number * WEEK, MONDAY + number * WEEK + days * DAY_MS);

describe('createReplayShift', () => {
  const files = [[...week(0), ...week(1), ...week(2, 3)]];

  it('shifts by whole weeks, so weekday and time of day are the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000 }), (slot) => {
        expect(createReplayShift(files)(NOON + slot * SLOT_MS) % WEEK).toBe(0);
      }),
    );
  });

  it('maps any time into the files’ weeks', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2_000_000 }), (slot) => {
        const time = NOON + slot * SLOT_MS;
        const then = time - createReplayShift(files)(time);
        expect(then).toBeGreaterThanOrEqual(MONDAY - 2 * DAY_MS);
        expect(then).toBeLessThan(MONDAY + 2 * WEEK + 3 * DAY_MS);
      }),
    );
  });

  it('chooses the week with the most candles, including the week before it', () => {
    const shift = createReplayShift(files)(NOON);
    expect(new Date(NOON - shift).toISOString()).toBe('2026-05-15T12:00:00.000Z');
  });

  it('is the same from Monday to Friday', () => {
    const shiftAt = createReplayShift(files);
    for (let back = 0; back < 5; back += 1)
      expect(shiftAt(NOON - back * DAY_MS)).toBe(shiftAt(NOON));
  });

  it('prefers the later of two weeks with equally many candles', () => {
    const even = [[...week(0), ...week(1), ...week(2), ...week(3)]];
    expect(new Date(NOON - createReplayShift(even)(NOON)).toISOString()).toBe(
      '2026-05-29T12:00:00.000Z',
    );
  });

  it('uses the weeks that have the weekday if files cover less than a week', () => {
    const few = [trading(MONDAY + 3 * DAY_MS, MONDAY + WEEK + 2 * DAY_MS)];
    const shiftAt = createReplayShift(few);
    expect(new Date(NOON - shiftAt(NOON)).toISOString()).toBe('2026-05-08T12:00:00.000Z');
    const tuesday = NOON - 3 * DAY_MS;
    expect(new Date(tuesday - shiftAt(tuesday)).toISOString()).toBe('2026-05-12T12:00:00.000Z');
  });
});
