import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Calendar,
  createCalendar,
  listOccurrences,
  type Plan,
  SPECIFIED_PLANS,
} from '../../src/live/calendar';
import {
  type CalendarChange,
  applyCalendarChange,
  findPastStart,
} from '../../src/live/calendarChange';
import { DAY_MS, MINUTE_MS } from '../../src/core/time';

const MONDAY = '2026-11-23';
const monday = Date.parse(`${MONDAY}T00:00:00Z`);
/** After the European Open and before the NYC Session, which starts at 13:30. */
const NOON = monday + DAY_MS / 2;
const SPECIFIED = createCalendar(SPECIFIED_PLANS);

const PAST_TIME = { field: 'minute', reason: 'This time has passed. Choose a later one.' };
const PAST_DAY = { field: 'day', reason: 'This day has passed. Choose today or a later day.' };

const move = (to: string, minute: number): CalendarChange => ({
  action: 'move',
  id: 'nyc-session',
  day: MONDAY,
  to,
  minute,
});

const once = (day: string, minute: number, name = 'Questions'): Plan => ({
  id: 'questions',
  name,
  days: { type: 'once', day },
  minute,
  minutes: 45,
  cancelled: [],
});

const save = (plan: Plan): CalendarChange => ({ action: 'save', plan });

const applyChange = (before: Calendar, change: CalendarChange, now: number): Calendar => {
  const after = applyCalendarChange(before, change, now);
  if (!after) throw new Error('There is such a plan');
  return after;
};

const [, nyc] = SPECIFIED_PLANS;
if (!nyc) throw new Error('The NYC Session is the second plan');

describe('findPastStart', () => {
  it('rejects a move into the past and reports whether the day or the time has passed', () => {
    expect(findPastStart(SPECIFIED, move('2026-11-22', 23 * 60), NOON)).toEqual(PAST_DAY);
    expect(findPastStart(SPECIFIED, move(MONDAY, 12 * 60 - 5), NOON)).toEqual(PAST_TIME);
    expect(findPastStart(SPECIFIED, move(MONDAY, 12 * 60), NOON)).toEqual(PAST_TIME);
    expect(findPastStart(SPECIFIED, move(MONDAY, 12 * 60 + 5), NOON)).toBeNull();
    expect(findPastStart(SPECIFIED, move('2026-11-24', 0), NOON)).toBeNull();
  });

  it('rejects a past start for a one-day session, whether new or rescheduled', () => {
    expect(findPastStart(SPECIFIED, save(once('2026-11-20', 600)), NOON)).toEqual(PAST_DAY);
    expect(findPastStart(SPECIFIED, save(once(MONDAY, 600)), NOON)).toEqual(PAST_TIME);
    const planned = applyChange(SPECIFIED, save(once(MONDAY, 780)), NOON);
    expect(findPastStart(planned, save(once(MONDAY, 600)), NOON)).toEqual(PAST_TIME);
    expect(findPastStart(planned, save(once(MONDAY, 840)), NOON)).toBeNull();
  });

  it('lets a session under way be renamed and extended, but not get another past start', () => {
    const begun = applyChange(SPECIFIED, save(once(MONDAY, 690)), monday);
    const longer = { ...once(MONDAY, 690, 'Questions, longer'), minutes: 90 };
    expect(findPastStart(begun, save(longer), NOON)).toBeNull();
    expect(findPastStart(begun, save(once(MONDAY, 695)), NOON)).toEqual(PAST_TIME);
  });

  it('rejects a weekly plan that puts today’s session in the past, unless it starts tomorrow', () => {
    const earlier = { ...nyc, minute: 8 * 60 };
    expect(findPastStart(SPECIFIED, save(earlier), NOON)?.reason).toBe(
      'Today’s session would start in the past. Choose a later time, or start tomorrow.',
    );
    const tomorrow: Plan = {
      ...earlier,
      days: { type: 'weekly', from: '2026-11-24', weekdays: [1, 2, 3, 4, 5] },
    };
    expect(findPastStart(SPECIFIED, save(tomorrow), NOON)).toBeNull();
    expect(findPastStart(SPECIFIED, save({ ...nyc, name: 'New York' }), NOON)).toBeNull();
  });

  it('rejects restoring a moved session after its planned time, but not a cancelled one', () => {
    const back = { action: 'cancel', id: 'nyc-session', day: MONDAY, on: false } as const;
    const evening = monday + 15 * 60 * MINUTE_MS;
    const moved = applyChange(SPECIFIED, move('2026-11-24', 600), NOON);
    expect(findPastStart(moved, back, NOON)).toBeNull();
    expect(findPastStart(moved, back, evening)?.reason).toBe(
      'The planned time has passed. Move the session to a later time instead.',
    );
    const cancelled = applyChange(SPECIFIED, { ...back, on: true }, NOON);
    expect(findPastStart(cancelled, back, evening)).toBeNull();
  });
});

it('findPastStart rejects a saved plan that drops a move and puts the session in the past', () => {
  const planned = applyChange(SPECIFIED, save(once(MONDAY, 600)), monday);
  const later = { action: 'move', id: 'questions', day: MONDAY, to: MONDAY, minute: 900 } as const;
  const moved = applyChange(planned, later, monday);
  expect(findPastStart(moved, save(once(MONDAY, 600)), NOON)?.field).toBe('minute');
});

const step = fc.integer({ min: 0, max: 287 }).map((one) => one * 5);
const day = fc.constantFrom('2026-11-22', MONDAY, '2026-11-24', '2026-11-30');

const changes = fc.oneof(
  fc.tuple(day, step).map(([to, minute]) => move(to, minute)),
  fc.tuple(day, step).map(([on, minute]) => save(once(on, minute))),
  step.map((minute) => save({ ...nyc, minute })),
  day.map((on): CalendarChange => ({ action: 'cancel', id: 'nyc-session', day: on, on: false })),
);

it('findPastStart keeps upcoming sessions in the future after any accepted changes', () => {
  fc.assert(
    fc.property(fc.array(changes, { maxLength: 6 }), (sequence) => {
      let calendar = SPECIFIED;
      for (const change of sequence) {
        if (findPastStart(calendar, change, NOON)) continue;
        const before = listOccurrences(calendar, NOON + 1, NOON + 20 * DAY_MS);
        calendar = applyChange(calendar, change, NOON);
        const begun = listOccurrences(calendar, monday - DAY_MS, NOON + 1);
        const upcomingIds = before.filter(({ startsAt }) => startsAt > NOON).map(({ id }) => id);
        expect(begun.filter(({ id }) => upcomingIds.includes(id))).toEqual([]);
      }
    }),
  );
});
