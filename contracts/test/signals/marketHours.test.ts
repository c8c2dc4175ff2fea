import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTrading, newYorkAhead } from '../../src';

const at = (text: string) => Date.parse(`${text}Z`);
const eurusd = (text: string) => isTrading('EURUSD', at(text));
const gold = (text: string) => isTrading('XAUUSD', at(text));

describe('the market of currencies', () => {
  it.each([
    ['opens on Sunday at 22:00 UTC in winter', '2026-11-22T22:00'],
    ['opens on Sunday at 21:00 UTC in New York’s summer', '2026-07-05T21:00'],
  ])('%s', (_, text) => {
    expect(isTrading('EURUSD', at(text))).toBe(true);
    expect(isTrading('EURUSD', at(text) - 1)).toBe(false);
  });

  it.each([
    ['closes on Friday at 22:00 UTC in winter', '2026-11-20T22:00'],
    ['closes on Friday at 21:00 UTC in New York’s summer', '2026-07-10T21:00'],
  ])('%s', (_, text) => {
    expect(isTrading('EURUSD', at(text) - 1)).toBe(true);
    expect(isTrading('EURUSD', at(text))).toBe(false);
  });

  it('changes its hours on the weekends on which New York changes its clocks', () => {
    expect([eurusd('2026-03-06T21:30'), eurusd('2026-03-08T21:30')]).toEqual([true, true]);
    expect([eurusd('2026-10-30T21:30'), eurusd('2026-11-01T21:30')]).toEqual([false, false]);
  });

  it('rests on Christmas and New Year’s Day, from the evening before', () => {
    expect([eurusd('2026-12-24T21:59'), eurusd('2026-12-24T22:00')]).toEqual([true, false]);
    expect(eurusd('2026-12-25T12:00')).toBe(false);
    expect(eurusd('2025-12-25T22:00')).toBe(true);
    expect([eurusd('2025-12-31T22:00'), eurusd('2026-01-01T22:00')]).toEqual([false, true]);
  });

  it('is open at night, and metals pause for the first hour of each day', () => {
    expect([eurusd('2026-11-17T22:30'), gold('2026-11-17T22:30')]).toEqual([true, false]);
    expect([gold('2026-11-17T21:59'), gold('2026-11-17T23:00')]).toEqual([true, true]);
  });
});

describe('New York’s clocks', () => {
  const asked = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    timeZoneName: 'longOffset',
  });

  it('are as the zone’s own rules say, from 2007 on', () => {
    const times = fc.integer({ min: at('2007-03-01T00:00'), max: at('2040-01-01T00:00') });
    fc.assert(
      fc.property(times, (time) => {
        const said = asked.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value;
        expect(newYorkAhead(time) / 3_600_000).toBe(said === 'GMT-04:00' ? -4 : -5);
      }),
      { numRuns: 1000 },
    );
  });

  it('change at seven and at six in the morning, UTC', () => {
    for (const [text, before, after] of [
      ['2026-03-08T07:00', -5, -4],
      ['2026-11-01T06:00', -4, -5],
    ] as const) {
      expect(newYorkAhead(at(text) - 1) / 3_600_000).toBe(before);
      expect(newYorkAhead(at(text)) / 3_600_000).toBe(after);
    }
  });
});
