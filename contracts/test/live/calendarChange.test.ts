import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Calendar,
  createCalendar,
  calendarSchema,
  formatGmt,
  listCalendarSessions,
  MAX_PLANS,
  listNextSessions,
  listOccurrences,
  type Plan,
  SPECIFIED_PLANS,
} from '../../src/live/calendar';
import {
  type CalendarChange,
  calendarChangeSchema,
  applyCalendarChange,
} from '../../src/live/calendarChange';
import { DAY_MS, HOUR_MS } from '../../src/core/time';

const MONDAY = '2026-11-23';
const monday = Date.parse(`${MONDAY}T00:00:00Z`);
const SPECIFIED = createCalendar(SPECIFIED_PLANS);

const once = (day: string): Plan => ({
  id: 'questions',
  name: 'Questions',
  days: { type: 'once', day },
  minute: 600,
  minutes: 45,
  cancelled: [],
});

/** Applies all changes at midnight on Monday. */
const applyChanges = (changes: readonly CalendarChange[], before = SPECIFIED): Calendar =>
  changes.reduce(
    (calendar, change) => applyCalendarChange(calendar, change, monday) ?? calendar,
    before,
  );

const cancel = (on: boolean, id = 'european-open', day = MONDAY): CalendarChange => ({
  action: 'cancel',
  id,
  day,
  on,
});

const move = (to: string, hour: number): CalendarChange => ({
  action: 'move',
  id: 'european-open',
  day: MONDAY,
  to,
  minute: hour * 60,
});

/** Monday's sessions as members see them at `from` (epoch ms). */
const formatSessions = (calendar: Calendar, from = monday) =>
  listCalendarSessions(calendar, from, monday + DAY_MS).map(({ name, startsAt, standing }) =>
    [name, formatGmt(startsAt), standing.type].join(', '),
  );

const NYC = 'NYC Session, 13:30 GMT, planned';
const ASIAN = 'Asian Close, 21:00 GMT, planned';

describe('cancelled session', () => {
  const calendar = applyChanges([cancel(true)]);

  it('is listed as cancelled until its planned end, but does not take place', () => {
    expect(formatSessions(calendar)).toEqual(['European Open, 08:00 GMT, cancelled', NYC, ASIAN]);
    expect(formatSessions(calendar, monday + 10 * HOUR_MS - 1)).toHaveLength(3);
    expect(formatSessions(calendar, monday + 10 * HOUR_MS)).toEqual([NYC, ASIAN]);
    const occurrences = listOccurrences(calendar, monday, monday + DAY_MS);
    expect(occurrences.map(({ name }) => name)).toEqual(['NYC Session', 'Asian Close']);
  });

  it('is restored when the cancellation is undone', () => {
    const restored = applyChanges([cancel(false)], calendar);
    expect(formatSessions(restored)).toEqual(formatSessions(SPECIFIED));
    expect(restored.withdrawn).toEqual([]);
  });

  it('is listed on top of the requested number of sessions', () => {
    const sessions = listNextSessions(calendar, monday, 3).map(({ name, standing }) => [
      name,
      standing.type,
    ]);
    expect(sessions).toEqual([
      ['European Open', 'cancelled'],
      ['NYC Session', 'planned'],
      ['Asian Close', 'planned'],
      ['European Open', 'planned'],
    ]);
  });
});

describe('moved session', () => {
  it('is listed at its new time with the same id and its original time', () => {
    const calendar = applyChanges([move(MONDAY, 10)]);
    expect(formatSessions(calendar)).toEqual(['European Open, 10:00 GMT, moved', NYC, ASIAN]);
    const [first] = listCalendarSessions(calendar, monday, monday + DAY_MS);
    expect(first).toMatchObject({
      id: 'european-open-20261123',
      standing: { type: 'moved', from: monday + 8 * HOUR_MS },
    });
  });

  it('is cancelled on its planned day for apps that don’t support moves', () => {
    const { plans } = applyChanges([move(MONDAY, 10)]);
    expect(plans.find(({ id }) => id === 'european-open')?.cancelled).toEqual([MONDAY]);
  });

  it('is unlisted once it ends, and listed as away at its old time if moved to another day', () => {
    const earlier = applyChanges([move(MONDAY, 5)]);
    expect(formatSessions(earlier, monday + 7 * HOUR_MS)).toEqual([NYC, ASIAN]);
    const later = applyChanges([move('2026-11-28', 10)]);
    expect(formatSessions(later)).toEqual(['European Open, 08:00 GMT, away', NYC, ASIAN]);
    const [formerTime] = listCalendarSessions(later, monday, monday + DAY_MS);
    expect(formerTime?.standing).toEqual({ type: 'away', to: monday + 5 * DAY_MS + 10 * HOUR_MS });
    const saturday = listCalendarSessions(later, monday + 5 * DAY_MS, monday + 6 * DAY_MS);
    expect(saturday.map(({ name }) => name)).toEqual(['European Open']);
  });

  it('is listed as moved when put back, and as cancelled at its new time when cancelled', () => {
    const moved = applyChanges([move(MONDAY, 10)]);
    expect(formatSessions(applyChanges([cancel(false)], moved))).toEqual([
      'European Open, 08:00 GMT, moved',
      NYC,
      ASIAN,
    ]);
    expect(formatSessions(applyChanges([cancel(true)], moved))).toEqual([
      'European Open, 10:00 GMT, cancelled',
      NYC,
      ASIAN,
    ]);
  });
});

describe('plan change', () => {
  it('adds, replaces or removes a plan, and is null for a missing plan or one too many', () => {
    const added = applyChanges([{ action: 'save', plan: once(MONDAY) }], createCalendar([]));
    const renamed = { ...once(MONDAY), name: 'Weekly questions' };
    expect(applyChanges([{ action: 'save', plan: renamed }], added).plans).toEqual([renamed]);
    expect(applyChanges([{ action: 'remove', id: 'questions' }], added).plans).toEqual([]);
    const empty = createCalendar([]);
    expect(applyCalendarChange(empty, { action: 'remove', id: 'questions' }, monday)).toBeNull();
    expect(applyCalendarChange(empty, cancel(true), monday)).toBeNull();
    expect(applyCalendarChange(empty, move(MONDAY, 10), monday)).toBeNull();
    const full = Array.from({ length: MAX_PLANS }, (_, at) => ({
      ...once(MONDAY),
      id: `p-${at}`,
    }));
    const another = { action: 'save', plan: once(MONDAY) } as const;
    expect(applyCalendarChange(createCalendar(full), another, monday)).toBeNull();
  });

  it('keeps the next week’s sessions listed as cancelled or moved', () => {
    const removed = applyChanges([{ action: 'remove', id: 'european-open' }]);
    expect(formatSessions(removed)).toEqual(['European Open, 08:00 GMT, cancelled', NYC, ASIAN]);
    const week = listCalendarSessions(removed, monday, monday + 30 * DAY_MS);
    const cancelled = week.filter(({ standing }) => standing.type === 'cancelled');
    expect(cancelled.map(({ id }) => id.slice(-2))).toEqual(['23', '24', '25', '26', '27']);
    const [plan] = SPECIFIED_PLANS;
    if (!plan) throw new Error('There is a first plan');
    const later = applyChanges([{ action: 'save', plan: { ...plan, minute: 9 * 60 } }]);
    expect(formatSessions(later)).toEqual(['European Open, 09:00 GMT, moved', NYC, ASIAN]);
  });
});

const changes = fc.array(
  fc.oneof(
    fc.record({
      action: fc.constant('cancel' as const),
      id: fc.constantFrom('european-open', 'asian-close'),
      day: fc.constantFrom(MONDAY, '2026-11-24'),
      on: fc.boolean(),
    }),
    fc.record({
      action: fc.constant('move' as const),
      id: fc.constantFrom('european-open', 'asian-close'),
      day: fc.constantFrom(MONDAY, '2026-11-24'),
      to: fc.constantFrom(MONDAY, '2026-11-24', '2026-11-26'),
      minute: fc.integer({ min: 0, max: 287 }).map((step) => step * 5),
    }),
    fc
      .constantFrom('european-open', 'asian-close')
      .map((id) => ({ action: 'remove' as const, id })),
  ),
  { maxLength: 8 },
);

describe('any sequence of changes', () => {
  it('keeps every session of the next week listed once under its id', () => {
    const span = [monday, monday + 7 * DAY_MS] as const;
    const before = listOccurrences(SPECIFIED, ...span).map(({ id }) => id);
    fc.assert(
      fc.property(changes, (appliedChanges) => {
        const listed = listCalendarSessions(applyChanges(appliedChanges), ...span);
        const ids = listed.flatMap(({ id, standing }) => (standing.type === 'away' ? [] : id));
        expect([...ids].sort()).toEqual([...before].sort());
      }),
    );
  });

  it('results in a valid calendar, and the next change increments its revision', () => {
    fc.assert(
      fc.property(changes, (appliedChanges) => {
        for (const change of appliedChanges)
          expect(calendarChangeSchema.parse(change)).toEqual(change);
        const calendar = applyChanges(appliedChanges);
        expect(calendarSchema.parse(calendar)).toEqual(calendar);
        for (const { plan, day } of calendar.moves)
          expect(calendar.plans.find(({ id }) => id === plan)?.cancelled).toContain(day);
        const next = applyCalendarChange(calendar, cancel(true, 'nyc-session'), monday);
        expect(next?.revision).toBe(calendar.revision + 1);
      }),
    );
  });
});
