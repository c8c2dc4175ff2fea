import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayEnd, formatIsoDay, dayStart } from '../../src/core/time';

const time = fc.integer({ min: 0, max: Date.parse('2100-01-01T00:00:00Z') });
const zone = fc
  .integer({ min: -48, max: 56 })
  .map((quarters) => ({ utcOffsetMs: () => quarters * 15 * 60_000 }));

describe('day in a zone', () => {
  it('is named by the zone’s clock', () => {
    const late = Date.parse('2026-11-20T23:30:00Z');
    expect(formatIsoDay(late, { utcOffsetMs: () => 3_600_000 })).toBe('2026-11-21');
    expect(formatIsoDay(late, { utcOffsetMs: () => 0 })).toBe('2026-11-20');
  });

  it('starts and ends at midnight when clocks change', () => {
    const at = (text: string) => Date.parse(text);
    const newYork = (change: string, before: number, after: number) => ({
      utcOffsetMs: (time: number) => (time < at(change) ? before : after) * 3_600_000,
    });
    const autumn = newYork('2026-11-01T06:00Z', -4, -5);
    for (const moment of ['2026-11-01T04:00Z', '2026-11-01T05:30Z', '2026-11-01T20:00Z']) {
      expect(dayStart(at(moment), autumn)).toBe(at('2026-11-01T04:00Z'));
      expect(dayEnd(at(moment), autumn)).toBe(at('2026-11-02T05:00Z'));
    }
    const spring = newYork('2026-03-08T07:00Z', -5, -4);
    for (const moment of ['2026-03-08T05:00Z', '2026-03-08T08:00Z', '2026-03-09T03:00Z']) {
      expect(dayStart(at(moment), spring)).toBe(at('2026-03-08T05:00Z'));
      expect(dayEnd(at(moment), spring)).toBe(at('2026-03-09T04:00Z'));
    }
  });

  it('starts at or before each of its moments, ends after it and has one name', () => {
    fc.assert(
      fc.property(
        time.filter((at) => at > 2 * 86_400_000),
        zone,
        (at, where) => {
          const [start, end] = [dayStart(at, where), dayEnd(at, where)];
          expect(start).toBeLessThanOrEqual(at);
          expect(end).toBeGreaterThan(at);
          expect(end - start).toBe(86_400_000);
          for (const moment of [start, end - 1])
            expect(formatIsoDay(moment, where)).toBe(formatIsoDay(at, where));
          expect(formatIsoDay(end, where)).not.toBe(formatIsoDay(at, where));
        },
      ),
    );
  });
});
