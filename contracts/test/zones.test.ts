import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utcTime, watClock, watDate, watTime } from '../src';

describe('West Africa Time', () => {
  it.each([
    ['2026-11-20T13:05:09Z', '14:05', '14:05:09', '20 Nov 2026'],
    ['2026-11-20T22:59:59Z', '23:59', '23:59:59', '20 Nov 2026'],
    ['2026-11-20T23:00:00Z', '00:00', '00:00:00', '21 Nov 2026'],
    ['2026-11-21T00:00:00Z', '01:00', '01:00:00', '21 Nov 2026'],
    ['2026-12-31T23:30:00Z', '00:30', '00:30:00', '1 Jan 2027'],
    ['2026-02-28T23:15:00Z', '00:15', '00:15:00', '1 Mar 2026'],
  ])('is an hour ahead of UTC, over midnight too: %s', (iso, time, clock, date) => {
    const at = Date.parse(iso);
    expect(watTime(at)).toBe(time);
    expect(watClock(at)).toBe(clock);
    expect(watDate(at)).toBe(date);
  });

  it('is what the world’s time zone database says of Lagos', () => {
    const lagos = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Africa/Lagos',
      timeStyle: 'medium',
    });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Date.UTC(2100, 0) }), (at) => {
        expect(watClock(at)).toBe(lagos.format(at));
        expect(watClock(at)).toContain(watTime(at));
      }),
    );
  });

  it('knows no summer time', () => {
    expect(watTime(Date.parse('2026-07-01T12:00:00Z'))).toBe('13:00');
    expect(watTime(Date.parse('2026-01-01T12:00:00Z'))).toBe('13:00');
  });
});

describe('UTC', () => {
  it.each([
    ['2026-11-20T23:59:59.999Z', '23:59 UTC'],
    ['2026-11-21T00:00:00Z', '00:00 UTC'],
  ])('is written with its name: %s', (iso, text) => {
    expect(utcTime(Date.parse(iso))).toBe(text);
  });
});
