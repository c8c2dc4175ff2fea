import { HOUR_MS, MINUTE_MS } from '@quantalgo/contracts/core/time';
import { type Calendar, createCalendar, SPECIFIED_PLANS } from '@quantalgo/contracts/live/calendar';
import { type CalendarChange, applyCalendarChange } from '@quantalgo/contracts/live/calendarChange';
import { deriveNotifications } from '@quantalgo/contracts/notifications/notification';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findDueReminders } from '../../../src/domain/live/reminders';

const DAY = '2026-11-23';
/** Start of that Monday’s European Open. */
const OPEN = Date.parse(`${DAY}T08:00:00Z`);
const SPECIFIED = createCalendar(SPECIFIED_PLANS);

function changed(change: CalendarChange, at: number, before = SPECIFIED): Calendar {
  const after = applyCalendarChange(before, change, at);
  if (!after) throw new Error('There is such a plan');
  return after;
}

const CANCEL = { action: 'cancel', id: 'european-open', day: DAY, on: true } as const;

const MOVE = { action: 'move', id: 'european-open', day: DAY, to: DAY, minute: 10 * 60 } as const;

const titles = (calendar: Calendar, now: number) =>
  findDueReminders(calendar, now).map(({ title }) => title);

describe('live session reminder', () => {
  it.each([
    [10 * MINUTE_MS, 'European Open starts in 10 minutes'],
    [10 * MINUTE_MS - 900, 'European Open starts in 10 minutes'],
    [7 * MINUTE_MS, 'European Open starts in 7 minutes'],
    [65_000, 'European Open starts in 1 minute'],
    [5000, 'European Open starts in 1 minute'],
  ])('states the minutes left %i ms before the start', (before, title) => {
    expect(titles(SPECIFIED, OPEN - before)).toEqual([title]);
  });

  it('is sent only within the ten minutes before the start', () => {
    expect(titles(SPECIFIED, OPEN - 10 * MINUTE_MS - 1)).toEqual([]);
    expect(titles(SPECIFIED, OPEN)).toEqual([]);
  });

  it('is sent again for the new time if the session moves', () => {
    const moved = changed(MOVE, OPEN - 5 * MINUTE_MS);
    const [first] = findDueReminders(SPECIFIED, OPEN - 10 * MINUTE_MS);
    const [again] = findDueReminders(moved, OPEN + 2 * HOUR_MS - 10 * MINUTE_MS);
    expect(again?.title).toBe('European Open starts in 10 minutes');
    expect(again?.id).not.toBe(first?.id);
  });
});

describe('live session while the market is closed', () => {
  it.each([
    ['on Christmas Day', '2026-12-25T08:00:00Z', []],
    ['on New Year’s Day', '2027-01-01T13:30:00Z', []],
    ['after the close of a Friday in summer', '2026-07-10T21:00:00Z', []],
    ['on a Friday in winter, an hour before the close', '2026-12-11T21:00:00Z', ['Asian Close']],
    ['on a Thursday in summer', '2026-07-09T21:00:00Z', ['Asian Close']],
  ])('has a reminder only if a pair trades then: %s', (_, start, names) => {
    const now = Date.parse(start) - 10 * MINUTE_MS;
    expect(titles(SPECIFIED, now)).toEqual(names.map((name) => `${name} starts in 10 minutes`));
  });
});

describe('live session notice', () => {
  it('announces a cancellation from twelve hours before, instead of the reminder', () => {
    const calendar = changed(CANCEL, OPEN - 72 * HOUR_MS);
    expect(titles(calendar, OPEN - 12 * HOUR_MS - 1)).toEqual([]);
    for (const now of [OPEN - 12 * HOUR_MS, OPEN - 5 * MINUTE_MS, OPEN + HOUR_MS])
      expect(titles(calendar, now)).toEqual(['European Open is cancelled']);
    expect(titles(calendar, OPEN + 2 * HOUR_MS)).toEqual([]);
    const [reminder] = findDueReminders(calendar, OPEN - HOUR_MS);
    expect(reminder?.text).toBe('It was scheduled for 23 Nov 2026, 08:00 GMT.');
  });

  it('states both times if the session has moved', () => {
    const calendar = changed(MOVE, OPEN - HOUR_MS);
    const [reminder] = findDueReminders(calendar, OPEN - HOUR_MS);
    expect(reminder).toMatchObject({
      title: 'European Open has moved',
      text: 'It now starts on 23 Nov 2026, 10:00 GMT instead of 23 Nov 2026, 08:00 GMT.',
      until: OPEN + 2 * HOUR_MS,
    });
  });

  it('is sent for a day after the change, however far the session has moved', () => {
    const calendar = changed({ ...MOVE, to: '2026-12-21' }, OPEN - HOUR_MS);
    const [reminder] = findDueReminders(calendar, OPEN + 23 * HOUR_MS);
    expect(reminder).toMatchObject({
      title: 'European Open has moved',
      until: OPEN + 24 * HOUR_MS,
    });
    for (const days of [1, 7, 8, 15])
      expect(titles(calendar, OPEN + days * 24 * HOUR_MS)).not.toContain(reminder?.title);
  });

  it('is not sent if the change was reverted', () => {
    const back = { ...CANCEL, on: false };
    const calendar = changed(back, OPEN - HOUR_MS, changed(CANCEL, OPEN - 2 * HOUR_MS));
    expect(titles(calendar, OPEN - HOUR_MS)).toEqual([]);
  });

  it.each([CANCEL, MOVE])(
    'is sent again if the change was reverted and repeated: $action',
    (change) => {
      const now = OPEN - HOUR_MS;
      const first = changed(change, now);
      const back = changed({ ...CANCEL, on: false }, now, first);
      const again = changed(change, now, back);
      const [initial, repeated] = [first, again].map((calendar) => findDueReminders(calendar, now));
      expect(repeated).toHaveLength(1);
      expect(repeated?.[0]).toMatchObject({ title: initial?.[0]?.title, text: initial?.[0]?.text });
      expect(repeated?.[0]?.id).not.toBe(initial?.[0]?.id);
    },
  );

  it('is sent only once if the same change is repeated or another session changes', () => {
    const now = OPEN - HOUR_MS;
    const first = changed(CANCEL, now);
    const other = { ...CANCEL, id: 'asian-close', day: '2026-11-25' } as const;
    const later = changed(CANCEL, now, changed(other, now, first));
    expect(findDueReminders(later, now)).toEqual(findDueReminders(first, now));
  });
});

const listBellPushes = (calendar: Calendar, now: number) =>
  deriveNotifications(
    {
      access: { tier: 'essential', dashboardUnlocked: true, staff: false },
      events: [],
      news: [],
      decisions: [],
      calendar,
      days: [],
    },
    now,
  ).flatMap(({ pushes }) => pushes);

describe('session in the bell', () => {
  it.each([
    ['moved', MOVE],
    ['cancelled', CANCEL],
  ] as const)('refers to the push that announced it as %s', (_, change) => {
    const calendar = changed(change, OPEN - HOUR_MS);
    const [reminder] = findDueReminders(calendar, OPEN - HOUR_MS);
    expect(listBellPushes(calendar, OPEN + HOUR_MS)).toContain(reminder?.id);
  });

  it('refers to the reminder of its start only once the session has started', () => {
    const [reminder] = findDueReminders(SPECIFIED, OPEN - 10 * MINUTE_MS);
    expect(listBellPushes(SPECIFIED, OPEN - 1)).not.toContain(reminder?.id);
    expect(listBellPushes(SPECIFIED, OPEN)).toContain(reminder?.id);
  });
});

it('sends at most one current notification per session', () => {
  const minutes = fc.integer({ min: -36 * 60, max: 36 * 60 });
  fc.assert(
    fc.property(minutes, fc.constantFrom(CANCEL, MOVE), (minute, change) => {
      const now = OPEN + minute * MINUTE_MS;
      const reminders = findDueReminders(changed(change, OPEN - 48 * HOUR_MS), now);
      expect(new Set(reminders.map(({ id }) => id.slice(0, 31))).size).toBe(reminders.length);
      for (const { until } of reminders) expect(until).toBeGreaterThan(now);
    }),
  );
});
