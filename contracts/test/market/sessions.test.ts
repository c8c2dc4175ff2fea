import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseZone } from '../../src/core/namedZones';
import { HOUR_MS } from '../../src/core/time';
import { getClockOffset, isRollover, LONDON, NEW_YORK, TOKYO } from '../../src/market/sessions';

describe.each([
  ['Europe/London', LONDON],
  ['America/New_York', NEW_YORK],
  ['Asia/Tokyo', TOKYO],
] as const)('UTC offset of %s', (name, rule) => {
  it('matches the time-zone database from 2010 to 2035', () => {
    const zone = parseZone(name);
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(2010, 0), max: Date.UTC(2035, 0) }), (at) => {
        expect(getClockOffset(rule, at) * HOUR_MS).toBe(zone?.offsetAt(at));
      }),
    );
  });
});

it('changes New York’s clock at 2:00 local time', () => {
  expect(getClockOffset(NEW_YORK, Date.UTC(2026, 2, 8, 6, 59))).toBe(-5);
  expect(getClockOffset(NEW_YORK, Date.UTC(2026, 2, 8, 7))).toBe(-4);
  expect(getClockOffset(NEW_YORK, Date.UTC(2026, 10, 1, 5, 59))).toBe(-4);
  expect(getClockOffset(NEW_YORK, Date.UTC(2026, 10, 1, 6))).toBe(-5);
});

it('marks 15:00 to 19:00 in New York as the rollover, in summer and in winter', () => {
  const hours = (day: number) =>
    Array.from({ length: 24 }, (_, hour) => hour).filter((hour) =>
      isRollover(day + hour * HOUR_MS),
    );
  expect(hours(Date.UTC(2026, 6, 20))).toEqual([19, 20, 21, 22]);
  expect(hours(Date.UTC(2026, 10, 20))).toEqual([20, 21, 22, 23]);
});
