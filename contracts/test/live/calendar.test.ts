import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createCalendar,
  formatGmt,
  findSessionStart,
  formatLength,
  listNextSessions,
  listNextOccurrences,
  listOccurrences,
  type Plan,
  planSchema,
  SPECIFIED_PLANS,
  formatStart,
} from '../../src/live/calendar';
import { DAY_MS, WAT } from '../../src/core/time';

/** A Monday. */
const monday = Date.parse('2026-11-23T00:00:00Z');

const SPECIFIED = createCalendar(SPECIFIED_PLANS);

const once = (day: string, minute = 600): Plan => ({
  id: 'questions',
  name: 'Questions',
  days: { type: 'once', day },
  minute,
  minutes: 45,
  cancelled: [],
});

describe('live session calendar', () => {
  it('lists the three specified sessions with their GMT times and lengths', () => {
    const summaries = listNextOccurrences(SPECIFIED, monday, 3).map((one) =>
      [one.name, formatGmt(one.startsAt), formatLength(one)].join(', '),
    );
    expect(summaries).toEqual([
      'European Open, 08:00 GMT, 2 hours',
      'NYC Session, 13:30 GMT, 3 hours',
      'Asian Close, 21:00 GMT, 1.5 hours',
    ]);
    for (const plan of SPECIFIED_PLANS) expect(planSchema.parse(plan)).toEqual(plan);
  });

  it('formats a start with the weekday and time in the member’s zone', () => {
    const [first] = listNextOccurrences(SPECIFIED, monday, 1);
    expect(formatStart(first?.startsAt ?? 0, WAT)).toBe('Mon 09:00 WAT');
    const late = listNextOccurrences(createCalendar([once('2026-11-23', 23 * 60 + 30)]), monday, 1);
    expect(formatStart(late[0]?.startsAt ?? 0, WAT)).toBe('Tue 00:30 WAT');
  });

  it('repeats a weekly plan on its weekdays from its first day', () => {
    const weekly: Plan = {
      ...once('2026-11-23'),
      days: { type: 'weekly', from: '2026-11-24', weekdays: [1, 4] },
    };
    const days = listOccurrences(createCalendar([weekly]), monday, monday + 14 * DAY_MS).map(
      ({ id }) => id,
    );
    expect(days).toEqual(['questions-20261126', 'questions-20261130', 'questions-20261203']);
  });

  it.each([
    ['Christmas Day', '2026-12-25', []],
    ['New Year’s Day', '2027-01-01', []],
    ['Christmas Eve', '2026-12-24', ['08:00 GMT', '13:30 GMT', '21:00 GMT']],
    ['a Friday in summer', '2026-07-10', ['08:00 GMT', '13:30 GMT']],
    ['a Friday in winter', '2026-12-11', ['08:00 GMT', '13:30 GMT', '21:00 GMT']],
    ['a Thursday in summer', '2026-07-09', ['08:00 GMT', '13:30 GMT', '21:00 GMT']],
  ])('lists only sessions in market hours on %s', (_, day, times) => {
    const from = Date.parse(`${day}T00:00:00Z`);
    const during = listOccurrences(SPECIFIED, from, from + DAY_MS);
    expect(during.map(({ startsAt }) => formatGmt(startsAt))).toEqual(times);
  });

  it('lists sessions in closed market hours as closed, on top of the requested number', () => {
    const eve = Date.parse('2026-12-24T20:00:00Z');
    const listed = listNextSessions(SPECIFIED, eve, 2);
    expect(listed.map(({ id, standing }) => `${id} ${standing.type}`)).toEqual([
      'asian-close-20261224 planned',
      'european-open-20261225 closed',
      'nyc-session-20261225 closed',
      'asian-close-20261225 closed',
      'european-open-20261228 planned',
    ]);
    expect(findSessionStart(SPECIFIED, 'european-open-20261225')).toBeNull();
    expect(listNextOccurrences(SPECIFIED, eve, 2).map(({ id }) => id)).toEqual([
      'asian-close-20261224',
      'european-open-20261228',
    ]);
  });

  it('keeps one-day sessions, moves and weekend plans in closed market hours', () => {
    const christmas = Date.parse('2026-12-25T00:00:00Z');
    const weekends: Plan = {
      ...once('2026-12-26'),
      id: 'weekends',
      days: { type: 'weekly', from: '2026-12-01', weekdays: [6, 0] },
    };
    const move = { plan: 'european-open', day: '2026-12-24', to: '2026-12-25', minute: 480 };
    const plans = SPECIFIED_PLANS.map((plan) =>
      plan.id === move.plan ? { ...plan, cancelled: [move.day] } : plan,
    );
    const calendar = { plans: [...plans, once('2026-12-25'), weekends], moves: [move] };
    const during = listOccurrences(calendar, christmas, christmas + 3 * DAY_MS);
    expect(during.map(({ id }) => id)).toEqual([
      'european-open-20261224',
      'questions-20261225',
      'weekends-20261226',
      'weekends-20261227',
    ]);
  });

  it('includes a session from the previous day until it ends', () => {
    const late = { ...once('2026-11-22', 23 * 60 + 30), minutes: 60 };
    expect(
      listOccurrences(createCalendar([late]), monday + 29 * 60_000, monday + DAY_MS),
    ).toHaveLength(1);
    expect(
      listOccurrences(createCalendar([late]), monday + 30 * 60_000, monday + DAY_MS),
    ).toHaveLength(0);
  });

  it.each([
    ['a day that doesn’t exist', { days: { type: 'once', day: '2026-02-30' } }],
    ['no weekday', { days: { type: 'weekly', from: '2026-11-23', weekdays: [] } }],
    ['a duplicate weekday', { days: { type: 'weekly', from: '2026-11-23', weekdays: [1, 1] } }],
    ['a start that is not a multiple of five minutes', { minute: 601 }],
    ['a blank name', { name: ' ' }],
    ['an id with a slash', { id: 'a/b' }],
  ])('rejects a plan with %s', (_, overrides) => {
    expect(planSchema.safeParse({ ...once('2026-11-23'), ...overrides }).success).toBe(false);
  });

  it.each([
    [780, 'Enter a length in minutes, from 5 to 720'],
    [NaN, 'Enter a length in minutes, from 5 to 720'],
    [62, 'Times and lengths must be multiples of 5 minutes'],
  ])('says what is wrong with a length of %d minutes', (minutes, message) => {
    const { error } = planSchema.safeParse({ ...once('2026-11-23'), minutes });
    expect(error?.issues[0]?.message).toBe(message);
  });

  it('lists the same sessions for a range as for its two parts, without duplicates', () => {
    const span = fc.tuple(
      fc.integer({ min: 0, max: 30 * 288 }),
      fc.integer({ min: 1, max: 10 * 288 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
    );
    fc.assert(
      fc.property(span, ([start, length, cut]) => {
        const from = monday + start * 300_000;
        const to = from + length * 300_000;
        const middle = from + Math.floor(cut * length) * 300_000;
        const ids = (low: number, high: number) =>
          listOccurrences(SPECIFIED, low, high).map(({ id }) => id);
        const parts = new Set([...ids(from, middle), ...ids(middle, to)]);
        expect(ids(from, to).sort()).toEqual([...parts].sort());
      }),
    );
  });

  it('formats lengths in minutes and hours', () => {
    const format = (minutes: number) => formatLength({ startsAt: 0, endsAt: minutes * 60_000 });
    expect([45, 60, 90, 120, 135].map(format)).toEqual([
      '45 minutes',
      '1 hour',
      '1.5 hours',
      '2 hours',
      '2 h 15 min',
    ]);
  });
});
