import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  formatClock,
  formatCount,
  formatDate,
  formatExactTime,
  formatMoment,
  formatMoney,
  formatPercent,
  formatShortDecimal,
  formatTime,
  formatZonedTime,
} from '../../src/core/format';
import { UTC, WAT } from '../../src/core/time';
import {
  SIGNALS_PER_COIN_LOSS_TEXT,
  COIN_WINS_TEXT,
  LEVEL_COUNT,
  CAPITALIZED_LEVEL_COUNT,
  LOSS_TEXT,
  formatStrategy,
} from '../../src/signals/words';

describe('West Africa Time', () => {
  it.each([
    ['2026-11-20T13:05:09Z', '14:05', '14:05:09', '20 Nov 2026'],
    ['2026-11-20T22:59:59Z', '23:59', '23:59:59', '20 Nov 2026'],
    ['2026-11-20T23:00:00Z', '00:00', '00:00:00', '21 Nov 2026'],
    ['2026-11-21T00:00:00Z', '01:00', '01:00:00', '21 Nov 2026'],
    ['2026-12-31T23:30:00Z', '00:30', '00:30:00', '1 Jan 2027'],
    ['2026-02-28T23:15:00Z', '00:15', '00:15:00', '1 Mar 2026'],
  ])('is an hour ahead of UTC, also across midnight: %s', (iso, time, clock, date) => {
    const at = Date.parse(iso);
    expect(formatTime(at, WAT)).toBe(time);
    expect(formatClock(at, WAT)).toBe(clock);
    expect(formatDate(at, WAT)).toBe(date);
  });

  it('matches Africa/Lagos in the time zone database', () => {
    const lagos = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Africa/Lagos',
      timeStyle: 'medium',
    });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: Date.UTC(2100, 0) }), (at) => {
        expect(formatClock(at, WAT)).toBe(lagos.format(at));
        expect(formatClock(at, WAT)).toContain(formatTime(at, WAT));
      }),
    );
  });

  it('has no daylight saving time', () => {
    expect(formatTime(Date.parse('2026-07-01T12:00:00Z'), WAT)).toBe('13:00');
    expect(formatTime(Date.parse('2026-01-01T12:00:00Z'), WAT)).toBe('13:00');
  });
});

describe('UTC', () => {
  it.each([
    ['2026-11-20T23:59:59.999Z', '23:59 UTC'],
    ['2026-11-21T00:00:00Z', '00:00 UTC'],
  ])('is written with its zone name: %s', (iso, text) => {
    expect(formatZonedTime(Date.parse(iso), UTC)).toBe(text);
  });
});

describe('time formats', () => {
  const NOW = Date.parse('2026-11-20T23:30:00Z');

  it('include the day if it is not today in the zone', () => {
    const at = Date.parse('2026-11-20T22:30:00Z');
    expect(formatMoment(at, NOW, UTC)).toBe('22:30 UTC');
    expect(formatMoment(at, NOW, WAT)).toBe('20 Nov, 23:30 WAT');
  });

  it('add UTC to an exact time in another zone', () => {
    expect(formatExactTime(NOW, WAT)).toBe('21 Nov 2026, 00:30:00 WAT (23:30 UTC)');
    expect(formatExactTime(NOW, UTC)).toBe('20 Nov 2026, 23:30:00 UTC');
    expect(formatExactTime(NOW, { ...UTC })).toBe('20 Nov 2026, 23:30:00 UTC');
  });
});

describe('number formats', () => {
  it('group the digits of a count as English does', () => {
    fc.assert(
      fc.property(fc.nat(), (count) => {
        expect(formatCount(count)).toBe(count.toLocaleString('en-GB'));
      }),
    );
  });

  it('write money as US English does', () => {
    fc.assert(
      fc.property(fc.nat(), (cents) => {
        const minimumFractionDigits = cents % 100 === 0 ? 0 : 2;
        const dollars = cents / 100;
        expect(formatMoney(dollars)).toBe(
          `$${dollars.toLocaleString('en-US', { minimumFractionDigits })}`,
        );
      }),
    );
  });

  it('round money to cents and show its sign', () => {
    expect([1234.5, -0.5, -8, 0.999, 1.999, -0.001, 0].map(formatMoney)).toEqual([
      '$1,234.50',
      '−$0.50',
      '−$8',
      '$1',
      '$2',
      '$0',
      '$0',
    ]);
  });

  it('write a percentage with one decimal and null as a dash', () => {
    expect(formatPercent(94)).toBe('94.0%');
    expect(formatPercent(null)).toBe('–');
    expect(formatShortDecimal(50)).toBe('50');
    expect(formatShortDecimal(93.75)).toBe('93.8');
  });

  it('write a strategy id in words', () => {
    expect(formatStrategy('mean-reversion')).toBe('Mean reversion');
  });
});

describe('figures quoted in texts', () => {
  it('match the ladder', () => {
    expect([LEVEL_COUNT, CAPITALIZED_LEVEL_COUNT]).toEqual(['four', 'Four']);
    expect(LOSS_TEXT).toBe('18.7');
    expect([COIN_WINS_TEXT, SIGNALS_PER_COIN_LOSS_TEXT]).toEqual(['93.8', '16']);
  });
});
