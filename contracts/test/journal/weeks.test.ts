import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatIsoDay, UTC, WAT } from '../../src/core/time';
import { findStopDays } from '../../src/journal/stops';
import { listWeekDays, formatIsoWeek, isWeek, addWeeks } from '../../src/journal/weeks';
import type { Outcome } from '../../src/signals/signal';

const time = fc.integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2099, 11, 31) });

describe('ISO week', () => {
  it.each([
    ['2026-11-20', '2026-W47'],
    ['2027-01-03', '2026-W53'],
    ['2027-01-04', '2027-W01'],
    ['2024-12-30', '2025-W01'],
    ['2021-01-01', '2020-W53'],
  ])('of %s is %s', (day, week) => {
    expect(formatIsoWeek(Date.parse(`${day}T12:00:00Z`), UTC)).toBe(week);
  });

  it('contains each of its days and shares none with adjacent weeks', () => {
    fc.assert(
      fc.property(time, (at) => {
        const week = formatIsoWeek(at, WAT);
        expect(isWeek(week)).toBe(true);
        expect(listWeekDays(week)).toContain(formatIsoDay(at, WAT));
        expect(new Set([-1, 0, 1].flatMap((by) => listWeekDays(addWeeks(week, by)))).size).toBe(21);
        expect(addWeeks(addWeeks(week, 5), -5)).toBe(week);
      }),
    );
  });

  it('starts on Monday in the member’s zone', () => {
    const sunday = Date.parse('2026-11-22T23:30:00Z');
    expect(formatIsoWeek(sunday, UTC)).toBe('2026-W47');
    expect(formatIsoWeek(sunday, WAT)).toBe('2026-W48');
  });

  it.each(['', '2026-47', '2026-W54', '2025-W53', '2026-W00', '2026-W47x'])(
    'rejects %j',
    (text) => {
      expect(isWeek(text)).toBe(false);
    },
  );
});

describe('findStopDays', () => {
  const signal = (id: string, outcome: Outcome) => ({
    id,
    pair: 'EURUSD',
    direction: 'CALL' as const,
    ending: { outcome, level: null, closes: [] },
  });
  const SIGNALS = [
    signal('20261120T0800Z', 'loss'),
    signal('20261120T0900Z', 'profit'),
    signal('20261120T1000Z', 'loss'),
    signal('20261119T1000Z', 'loss'),
  ];
  const stops = (...taken: string[]) =>
    findStopDays(SIGNALS, taken, { lostLadders: 2, zone: UTC }).map(({ day, at, after }) => [
      day,
      new Date(at).toISOString().slice(11, 16),
      ...after,
    ]);

  it('stops the day when the second lost ladder’s last level ends', () => {
    expect(stops()).toEqual([['2026-11-20', '10:25']]);
  });

  it('allows entries before and at the stop, and on another day', () => {
    expect(stops('20261120T0900Z', '20261120T1020Z', '20261121T0900Z')).toEqual([
      ['2026-11-20', '10:25'],
    ]);
  });

  it('lists every entry after the stop, earliest first', () => {
    expect(stops('20261120T1500Z', '20261120T1025Z')).toEqual([
      ['2026-11-20', '10:25', '20261120T1025Z', '20261120T1500Z'],
    ]);
  });
});
