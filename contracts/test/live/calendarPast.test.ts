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
/** That Monday's noon: the European Open is over, the NYC Session comes at 13:30. */
const NOON = monday + DAY_MS / 2;
const SPECIFIED = createCalendar(SPECIFIED_PLANS);

const PASSED = { field: 'minute', why: 'This time has passed. Choose a later one.' };
const OVER = { field: 'day', why: 'This day has passed. Choose today or a later day.' };

const move = (to: string, minute: number): CalendarChange => ({
  act: 'move',
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

const save = (plan: Plan): CalendarChange => ({ act: 'save', plan });

const changed = (before: Calendar, change: CalendarChange, now: number): Calendar => {
  const after = applyCalendarChange(before, change, now);
  if (!after) throw new Error('There is such a plan');
  return after;
};

const [, nyc] = SPECIFIED_PLANS;
if (!nyc) throw new Error('The NYC Session is the second plan');

describe('a live session', () => {
  it('is not moved into the past: the day or the time is to blame', () => {
    expect(findPastStart(SPECIFIED, move('2026-11-22', 23 * 60), NOON)).toEqual(OVER);
    expect(findPastStart(SPECIFIED, move(MONDAY, 12 * 60 - 5), NOON)).toEqual(PASSED);
    expect(findPastStart(SPECIFIED, move(MONDAY, 12 * 60), NOON)).toEqual(PASSED);
    expect(findPastStart(SPECIFIED, move(MONDAY, 12 * 60 + 5), NOON)).toBeNull();
    expect(findPastStart(SPECIFIED, move('2026-11-24', 0), NOON)).toBeNull();
  });

  it('of one day does not begin in the past, new or given another time', () => {
    expect(findPastStart(SPECIFIED, save(once('2026-11-20', 600)), NOON)).toEqual(OVER);
    expect(findPastStart(SPECIFIED, save(once(MONDAY, 600)), NOON)).toEqual(PASSED);
    const planned = changed(SPECIFIED, save(once(MONDAY, 780)), NOON);
    expect(findPastStart(planned, save(once(MONDAY, 600)), NOON)).toEqual(PASSED);
    expect(findPastStart(planned, save(once(MONDAY, 840)), NOON)).toBeNull();
  });

  it('that has begun may be renamed and lengthened, but not begin at another past time', () => {
    const begun = changed(SPECIFIED, save(once(MONDAY, 690)), monday);
    const longer = { ...once(MONDAY, 690, 'Questions, longer'), minutes: 90 };
    expect(findPastStart(begun, save(longer), NOON)).toBeNull();
    expect(findPastStart(begun, save(once(MONDAY, 695)), NOON)).toEqual(PASSED);
  });

  it('of every week is not pulled into the past by its plan; from tomorrow on it may', () => {
    const earlier = { ...nyc, minute: 8 * 60 };
    expect(findPastStart(SPECIFIED, save(earlier), NOON)?.why).toBe(
      'Today’s session would start in the past. Choose a later time, or start tomorrow.',
    );
    const tomorrow: Plan = {
      ...earlier,
      days: { type: 'weekly', from: '2026-11-24', weekdays: [1, 2, 3, 4, 5] },
    };
    expect(findPastStart(SPECIFIED, save(tomorrow), NOON)).toBeNull();
    expect(findPastStart(SPECIFIED, save({ ...nyc, name: 'New York' }), NOON)).toBeNull();
  });

  it('that was moved is not put back to a time that has passed; a cancelled one is', () => {
    const back = { act: 'cancel', id: 'nyc-session', day: MONDAY, on: false } as const;
    const evening = monday + 15 * 60 * MINUTE_MS;
    const moved = changed(SPECIFIED, move('2026-11-24', 600), NOON);
    expect(findPastStart(moved, back, NOON)).toBeNull();
    expect(findPastStart(moved, back, evening)?.why).toBe(
      'The planned time has passed. Move the session to a later time instead.',
    );
    const cancelled = changed(SPECIFIED, { ...back, on: true }, NOON);
    expect(findPastStart(cancelled, back, evening)).toBeNull();
  });
});

it('that was moved to later is not pulled back by saving its plan without the move', () => {
  const planned = changed(SPECIFIED, save(once(MONDAY, 600)), monday);
  const later = { act: 'move', id: 'questions', day: MONDAY, to: MONDAY, minute: 900 } as const;
  const moved = changed(planned, later, monday);
  expect(findPastStart(moved, save(once(MONDAY, 600)), NOON)?.field).toBe('minute');
});

const step = fc.integer({ min: 0, max: 287 }).map((one) => one * 5);
const day = fc.constantFrom('2026-11-22', MONDAY, '2026-11-24', '2026-11-30');

const changes = fc.oneof(
  fc.tuple(day, step).map(([to, minute]) => move(to, minute)),
  fc.tuple(day, step).map(([on, minute]) => save(once(on, minute))),
  step.map((minute) => save({ ...nyc, minute })),
  day.map((on): CalendarChange => ({ act: 'cancel', id: 'nyc-session', day: on, on: false })),
);

it('what is not refused leaves every session that is still to come in the future', () => {
  fc.assert(
    fc.property(fc.array(changes, { maxLength: 6 }), (made) => {
      let calendar = SPECIFIED;
      for (const change of made) {
        if (findPastStart(calendar, change, NOON)) continue;
        const before = listOccurrences(calendar, NOON + 1, NOON + 20 * DAY_MS);
        calendar = changed(calendar, change, NOON);
        const begun = listOccurrences(calendar, monday - DAY_MS, NOON + 1);
        const coming = before.filter(({ startsAt }) => startsAt > NOON).map(({ id }) => id);
        expect(begun.filter(({ id }) => coming.includes(id))).toEqual([]);
      }
    }),
  );
});
