import { describe, expect, it } from 'vitest';
import {
  type DayOrder,
  findDayOrder,
  joinTime,
  readTime,
  toTime,
} from '../../../../src/data/journal/import/times';

const read = (text: string, order: DayOrder | null = null) => {
  const time = toTime(readTime(text), order);
  if (time.kind === 'reading') return new Date(time.reading).toISOString().slice(0, 19);
  return time.kind === 'moment' ? new Date(time.at).toISOString() : time.kind;
};

describe('readTime and toTime', () => {
  it.each([
    ['20.11.2026 14:10:03', '2026-11-20T14:10:03'],
    ['20/11/2026 14:40:03', '2026-11-20T14:40:03'],
    ['03.11.2026 14:40:03', '2026-11-03T14:40:03'],
    ['03/11/2026 14:40:03', 'undecided'],
    ['03-11-2026 14:40:03', 'undecided'],
    ['11/20/2026 2:40:03 PM', '2026-11-20T14:40:03'],
    ['11/20/2026 12:05 AM', '2026-11-20T00:05:00'],
    ['11/20/2026, 2:40:03\u202FPM', '2026-11-20T14:40:03'],
    ['20/11/2026, 2:40:03 p.\u00A0m.', '2026-11-20T14:40:03'],
    ['20/11/2026 12:05 a. m.', '2026-11-20T00:05:00'],
    ['2:40:03 p. m. 20/11/2026', '2026-11-20T14:40:03'],
    ['Fri Nov 20 2026 15:40:03 GMT+0100 (West Africa Standard Time)', '2026-11-20T14:40:03.000Z'],
    ['20-11-2026 14:40:03', '2026-11-20T14:40:03'],
    ['20 Nov 2026, 14:40:03', '2026-11-20T14:40:03'],
    ['20-Nov-2026 14:40', '2026-11-20T14:40:00'],
    ['Nov 20, 2026, 2:40 PM', '2026-11-20T14:40:00'],
    ['November 20, 2026 14:40', '2026-11-20T14:40:00'],
    ['Fri, 20 Nov 2026 14:40:03 GMT', '2026-11-20T14:40:03.000Z'],
    ['2026-11-20 14:40:03 GMT', '2026-11-20T14:40:03.000Z'],
    ['1795185603', '2026-11-20T14:40:03.000Z'],
    ['1795185603123', '2026-11-20T14:40:03.123Z'],
    ['2026.11.20 14:40', '2026-11-20T14:40:00'],
    ['2026/11/20 15:40', '2026-11-20T15:40:00'],
    ['2026-11-20 16:40:03 UTC+2', '2026-11-20T14:40:03.000Z'],
    ['2026-11-20 16:40:03 (UTC+02:00)', '2026-11-20T14:40:03.000Z'],
    ['2026-11-20 17:40:03 +02:00', '2026-11-20T15:40:03.000Z'],
    ['2026-11-20T17:40:03+0200', '2026-11-20T15:40:03.000Z'],
    ['2026-11-20T14:40:03Z', '2026-11-20T14:40:03.000Z'],
    ['2026-11-20T14:40:03.250Z', '2026-11-20T14:40:03.250Z'],
    ['2026-11-20 15:40:03 WAT', '2026-11-20T14:40:03.000Z'],
    ['2026-11-20', 'unreadable'],
    ['20.11.2026', 'unreadable'],
    ['14:40:03', 'unreadable'],
    ['2026-11-20, 18:40:03', '2026-11-20T18:40:03'],
    ['14:40:03 20.11.2026', '2026-11-20T14:40:03'],
    ['20.11.26 14:40', '2026-11-20T14:40:00'],
    ['20261120 144003', '2026-11-20T14:40:03'],
    ['20261120144003', '2026-11-20T14:40:03'],
    ['46346.6111458333', '2026-11-20T14:40:03'],
    ['46346', 'unreadable'],
    ['31.02.2026 10:00', 'unreadable'],
    ['2026-11-20 25:00', 'unreadable'],
    ['11.20.2026 14:40', 'unreadable'],
    ['2026-11-20 14:60', 'unreadable'],
    ['soon', 'unreadable'],
    ['', 'unreadable'],
    ['12', 'unreadable'],
    ['1.08541', 'unreadable'],
  ])('reads %j as %s', (text, expected) => {
    expect(read(text)).toBe(expected);
  });

  it('applies the day order only to ambiguous dates', () => {
    expect(read('03/11/2026 14:40', 'dmy')).toBe('2026-11-03T14:40:00');
    expect(read('03/11/2026 14:40', 'mdy')).toBe('2026-03-11T14:40:00');
    expect(read('05/05/2026 14:40')).toBe('2026-05-05T14:40:00');
    // Unambiguous, so the day order doesn't apply.
    expect(read('20/11/2026 14:40', 'mdy')).toBe('2026-11-20T14:40:00');
  });

  it('joins a date and a time of day', () => {
    const joined = joinTime(readTime('2026-11-20'), readTime('14:10:03'));
    expect(toTime(joined, null)).toEqual({
      kind: 'reading',
      reading: Date.UTC(2026, 10, 20, 14, 10, 3),
    });
    expect(toTime(joinTime(readTime('2026-11-20'), null), null).kind).toBe('unreadable');
  });
});

describe('findDayOrder', () => {
  const order = (...texts: string[]) => findDayOrder(texts.map(readTime));

  it('decides by the whole column', () => {
    expect(order('03/11/2026 10:00', '20/11/2026 10:00')).toBe('dmy');
    expect(order('03/11/2026 10:00', '11/20/2026 10:00')).toBe('mdy');
    expect(order('03-11-2026 10:00', '04-11-2026 10:00')).toBe('ambiguous');
    expect(order('03/11/2026 10:00', '20/11/2026 10:00', '11/20/2026 10:00')).toBe('ambiguous');
  });

  it('returns null if no date is ambiguous', () => {
    expect(order('20/11/2026 10:00', '05/05/2026 10:00', '2026-11-03 10:00', 'soon')).toBeNull();
  });
});
