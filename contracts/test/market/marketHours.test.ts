import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTrading, getNewYorkOffset } from '../../src/market/marketHours';
import type { Pair } from '../../src/market/pairs';
import { findNextOpening } from '../../src/signals/signalHours';

const at = (text: string) => Date.parse(`${text}Z`);
const eurusd = (text: string) => isTrading('EURUSD', at(text));
const gold = (text: string) => isTrading('XAUUSD', at(text));

describe('currency market', () => {
  it.each([
    ['opens on Sunday at 22:00 UTC in winter', '2026-11-22T22:00'],
    ['opens on Sunday at 21:00 UTC during New York’s daylight saving time', '2026-07-05T21:00'],
  ])('%s', (_, text) => {
    expect(isTrading('EURUSD', at(text))).toBe(true);
    expect(isTrading('EURUSD', at(text) - 1)).toBe(false);
  });

  it.each([
    ['closes on Friday at 22:00 UTC in winter', '2026-11-20T22:00'],
    ['closes on Friday at 21:00 UTC during New York’s daylight saving time', '2026-07-10T21:00'],
  ])('%s', (_, text) => {
    expect(isTrading('EURUSD', at(text) - 1)).toBe(true);
    expect(isTrading('EURUSD', at(text))).toBe(false);
  });

  it('shifts its hours on the weekends when New York changes its clocks', () => {
    expect([eurusd('2026-03-06T21:30'), eurusd('2026-03-08T21:30')]).toEqual([true, true]);
    expect([eurusd('2026-10-30T21:30'), eurusd('2026-11-01T21:30')]).toEqual([false, false]);
  });

  it('closes for Christmas and New Year’s Day at 22:00 UTC the evening before', () => {
    expect([eurusd('2026-12-24T21:59'), eurusd('2026-12-24T22:00')]).toEqual([true, false]);
    expect(eurusd('2026-12-25T12:00')).toBe(false);
    expect(eurusd('2025-12-25T22:00')).toBe(true);
    expect([eurusd('2025-12-31T22:00'), eurusd('2026-01-01T22:00')]).toEqual([false, true]);
  });

  it('stays open at 22:00 UTC on a weekday, when metals pause for an hour', () => {
    expect([eurusd('2026-11-17T22:30'), gold('2026-11-17T22:30')]).toEqual([true, false]);
    expect([gold('2026-11-17T21:59'), gold('2026-11-17T23:00')]).toEqual([true, true]);
  });
});

describe('metals market', () => {
  it.each([
    ['closes for Good Friday', '2026-04-02T21:00', '2026-04-05T21:59'],
    [
      'closes early on Thanksgiving and reopens at the usual hour',
      '2026-11-26T19:30',
      '2026-11-26T22:59',
    ],
    ['closes early before a long weekend', '2026-07-03T17:00', '2026-07-05T21:59'],
    ['closes early on Christmas Eve', '2026-12-24T18:45', '2026-12-27T22:59'],
    ['closes on the observed Christmas holiday', '2027-12-23T22:00', '2027-12-26T22:59'],
  ])('%s', (_, closes, last) => {
    expect([gold(closes), gold(last)]).toEqual([false, false]);
    expect(isTrading('XAUUSD', at(closes) - 1)).toBe(true);
    expect(isTrading('XAUUSD', at(last) + 60_000)).toBe(true);
  });

  it('doesn’t close currencies on metals-only holidays', () => {
    expect([eurusd('2026-04-03T12:00'), eurusd('2026-11-26T20:00')]).toEqual([true, true]);
  });
});

describe('OTC market', () => {
  it('is open on holidays and weekends', () => {
    expect(isTrading('EURUSD-OTC', at('2026-12-25T12:00'))).toBe(true);
    expect(findNextOpening(['EURUSD', 'EURUSD-OTC'], at('2026-11-21T12:00'))).toBeNull();
  });
});

describe('findNextOpening', () => {
  const opening = (pairs: readonly Pair[], text: string) => {
    const opensAt = findNextOpening(pairs, at(text));
    return opensAt === null ? null : new Date(opensAt).toISOString().slice(0, 16);
  };

  it.each([
    [
      'returns null while a ladder still fits before the close',
      ['EURUSD'],
      '2026-11-20T21:39',
      null,
    ],
    [
      'returns Sunday’s opening if the ladder would run past Friday’s close',
      ['EURUSD'],
      '2026-11-20T21:40',
      '2026-11-22T22:05',
    ],
    [
      'returns 21:05 UTC during New York’s daylight saving time',
      ['EURUSD'],
      '2026-07-11T12:00',
      '2026-07-12T21:05',
    ],
    ['returns 23:05 UTC for metals alone', ['XAUUSD'], '2026-11-21T12:00', '2026-11-22T23:05'],
    [
      'ignores the metals’ daily pause if a currency pair is open',
      ['XAUUSD', 'EURUSD'],
      '2026-11-17T22:30',
      null,
    ],
    [
      'skips Christmas and the weekend after it',
      ['EURUSD'],
      '2026-12-24T22:00',
      '2026-12-27T22:05',
    ],
    ['returns null without pairs', [], '2026-11-17T12:00', null],
  ])('%s', (_, pairs, now, expected) => {
    expect(opening(pairs, now)).toBe(expected);
  });
});

describe('getNewYorkOffset', () => {
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone: 'America/New_York',
    timeZoneName: 'longOffset',
  });

  it('matches the time-zone database from 2007 on', () => {
    const times = fc.integer({ min: at('2007-03-01T00:00'), max: at('2040-01-01T00:00') });
    fc.assert(
      fc.property(times, (time) => {
        const offsetName = formatter
          .formatToParts(time)
          .find(({ type }) => type === 'timeZoneName')?.value;
        expect(getNewYorkOffset(time) / 3_600_000).toBe(offsetName === 'GMT-04:00' ? -4 : -5);
      }),
      { numRuns: 1000 },
    );
  });

  it('changes at 07:00 UTC in March and at 06:00 UTC in November', () => {
    for (const [text, before, after] of [
      ['2026-03-08T07:00', -5, -4],
      ['2026-11-01T06:00', -4, -5],
    ] as const) {
      expect(getNewYorkOffset(at(text) - 1) / 3_600_000).toBe(before);
      expect(getNewYorkOffset(at(text)) / 3_600_000).toBe(after);
    }
  });
});
