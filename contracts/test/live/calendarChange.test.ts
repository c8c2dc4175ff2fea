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

/** The calendar after changes, all made at the beginning of that Monday. */
const after = (changes: readonly CalendarChange[], before = SPECIFIED): Calendar =>
  changes.reduce(
    (calendar, change) => applyCalendarChange(calendar, change, monday) ?? calendar,
    before,
  );

const cancel = (on: boolean, id = 'european-open', day = MONDAY): CalendarChange => ({
  act: 'cancel',
  id,
  day,
  on,
});

const move = (to: string, hour: number): CalendarChange => ({
  act: 'move',
  id: 'european-open',
  day: MONDAY,
  to,
  minute: hour * 60,
});

/** What members read of that Monday at a time (epoch ms). */
const read = (calendar: Calendar, from = monday) =>
  listCalendarSessions(calendar, from, monday + DAY_MS).map(({ name, startsAt, standing }) =>
    [name, formatGmt(startsAt), standing.type].join(', '),
  );

const NYC = 'NYC Session, 13:30 GMT, planned';
const ASIAN = 'Asian Close, 21:00 GMT, planned';

describe('a cancelled day', () => {
  const calendar = after([cancel(true)]);

  it('is shown as cancelled until it would be over, and takes no place', () => {
    expect(read(calendar)).toEqual(['European Open, 08:00 GMT, cancelled', NYC, ASIAN]);
    expect(read(calendar, monday + 10 * HOUR_MS - 1)).toHaveLength(3);
    expect(read(calendar, monday + 10 * HOUR_MS)).toEqual([NYC, ASIAN]);
    const places = listOccurrences(calendar, monday, monday + DAY_MS);
    expect(places.map(({ name }) => name)).toEqual(['NYC Session', 'Asian Close']);
  });

  it('is as it was once that is taken back', () => {
    const back = after([cancel(false)], calendar);
    expect(read(back)).toEqual(read(SPECIFIED));
    expect(back.withdrawn).toEqual([]);
  });

  it('stands among the sessions that are shown without taking the place of one', () => {
    const shown = listNextSessions(calendar, monday, 3).map(({ name, standing }) => [
      name,
      standing.type,
    ]);
    expect(shown).toEqual([
      ['European Open', 'cancelled'],
      ['NYC Session', 'planned'],
      ['Asian Close', 'planned'],
      ['European Open', 'planned'],
    ]);
  });
});

describe('a moved day', () => {
  it('takes place at its new time under its own name, and says when it was', () => {
    const calendar = after([move(MONDAY, 10)]);
    expect(read(calendar)).toEqual(['European Open, 10:00 GMT, moved', NYC, ASIAN]);
    const [first] = listCalendarSessions(calendar, monday, monday + DAY_MS);
    expect(first).toMatchObject({
      id: 'european-open-20261123',
      standing: { type: 'moved', from: monday + 8 * HOUR_MS },
    });
  });

  it('is left out by an app that knows no moves', () => {
    const { plans } = after([move(MONDAY, 10)]);
    expect(plans.find(({ id }) => id === 'european-open')?.cancelled).toEqual([MONDAY]);
  });

  it('may be another day’s, is over once that is, and isn’t cancelled then', () => {
    const earlier = after([move(MONDAY, 5)]);
    expect(read(earlier, monday + 7 * HOUR_MS)).toEqual([NYC, ASIAN]);
    const later = after([move('2026-11-28', 10)]);
    expect(read(later)).toEqual(['European Open, 08:00 GMT, away', NYC, ASIAN]);
    const [left] = listCalendarSessions(later, monday, monday + DAY_MS);
    expect(left?.standing).toEqual({ type: 'away', to: monday + 5 * DAY_MS + 10 * HOUR_MS });
    const saturday = listCalendarSessions(later, monday + 5 * DAY_MS, monday + 6 * DAY_MS);
    expect(saturday.map(({ name }) => name)).toEqual(['European Open']);
  });

  it('that is put back says so to those who know the other time; cancelled, it names that', () => {
    const moved = after([move(MONDAY, 10)]);
    expect(read(after([cancel(false)], moved))).toEqual([
      'European Open, 08:00 GMT, moved',
      NYC,
      ASIAN,
    ]);
    expect(read(after([cancel(true)], moved))).toEqual([
      'European Open, 10:00 GMT, cancelled',
      NYC,
      ASIAN,
    ]);
  });
});

describe('a plan as a whole', () => {
  it('is added, replaced and removed; what is not there or too much is refused', () => {
    const added = after([{ act: 'save', plan: once(MONDAY) }], createCalendar([]));
    const renamed = { ...once(MONDAY), name: 'Weekly questions' };
    expect(after([{ act: 'save', plan: renamed }], added).plans).toEqual([renamed]);
    expect(after([{ act: 'remove', id: 'questions' }], added).plans).toEqual([]);
    const empty = createCalendar([]);
    expect(applyCalendarChange(empty, { act: 'remove', id: 'questions' }, monday)).toBeNull();
    expect(applyCalendarChange(empty, cancel(true), monday)).toBeNull();
    expect(applyCalendarChange(empty, move(MONDAY, 10), monday)).toBeNull();
    const full = Array.from({ length: MAX_PLANS }, (_, at) => ({
      ...once(MONDAY),
      id: `p-${at}`,
    }));
    const another = { act: 'save', plan: once(MONDAY) } as const;
    expect(applyCalendarChange(createCalendar(full), another, monday)).toBeNull();
  });

  it('that is removed or put to another time doesn’t just disappear from the next week', () => {
    const removed = after([{ act: 'remove', id: 'european-open' }]);
    expect(read(removed)).toEqual(['European Open, 08:00 GMT, cancelled', NYC, ASIAN]);
    const week = listCalendarSessions(removed, monday, monday + 30 * DAY_MS);
    const gone = week.filter(({ standing }) => standing.type === 'cancelled');
    expect(gone.map(({ id }) => id.slice(-2))).toEqual(['23', '24', '25', '26', '27']);
    const [plan] = SPECIFIED_PLANS;
    if (!plan) throw new Error('There is a first plan');
    const later = after([{ act: 'save', plan: { ...plan, minute: 9 * 60 } }]);
    expect(read(later)).toEqual(['European Open, 09:00 GMT, moved', NYC, ASIAN]);
  });
});

const changes = fc.array(
  fc.oneof(
    fc.record({
      act: fc.constant('cancel' as const),
      id: fc.constantFrom('european-open', 'asian-close'),
      day: fc.constantFrom(MONDAY, '2026-11-24'),
      on: fc.boolean(),
    }),
    fc.record({
      act: fc.constant('move' as const),
      id: fc.constantFrom('european-open', 'asian-close'),
      day: fc.constantFrom(MONDAY, '2026-11-24'),
      to: fc.constantFrom(MONDAY, '2026-11-24', '2026-11-26'),
      minute: fc.integer({ min: 0, max: 287 }).map((step) => step * 5),
    }),
    fc.constantFrom('european-open', 'asian-close').map((id) => ({ act: 'remove' as const, id })),
  ),
  { maxLength: 8 },
);

describe('whatever staff change', () => {
  it('every session of the next week stays in sight under its id, once', () => {
    const span = [monday, monday + 7 * DAY_MS] as const;
    const before = listOccurrences(SPECIFIED, ...span).map(({ id }) => id);
    fc.assert(
      fc.property(changes, (made) => {
        const listed = listCalendarSessions(after(made), ...span);
        const ids = listed.flatMap(({ id, standing }) => (standing.type === 'away' ? [] : id));
        expect([...ids].sort()).toEqual([...before].sort());
      }),
    );
  });

  it('is one that is read again, and raises the number that calendars go by', () => {
    fc.assert(
      fc.property(changes, (made) => {
        for (const change of made) expect(calendarChangeSchema.parse(change)).toEqual(change);
        const calendar = after(made);
        expect(calendarSchema.parse(calendar)).toEqual(calendar);
        for (const { plan, day } of calendar.moves)
          expect(calendar.plans.find(({ id }) => id === plan)?.cancelled).toContain(day);
        const next = applyCalendarChange(calendar, cancel(true, 'nyc-session'), monday);
        expect(next?.revision).toBe(calendar.revision + 1);
      }),
    );
  });
});
