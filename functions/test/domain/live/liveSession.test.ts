import { MINUTE_MS, HOUR_MS } from '@quantalgo/contracts/core/time';
import { createCalendar, SPECIFIED_PLANS } from '@quantalgo/contracts/live/calendar';
import { type CalendarChange, applyCalendarChange } from '@quantalgo/contracts/live/calendarChange';
import { describe, expect, it } from 'vitest';
import {
  findChangedSessions,
  applyChangeToSession,
  findOpenableSession,
  toOpenedSession,
} from '../../../src/domain/live/session';

const DAY = '2026-11-23';
/** When the European Open of that Monday begins. */
const OPEN = Date.parse(`${DAY}T08:00:00Z`);
const ID = 'european-open-20261123';
const BEFORE = createCalendar(SPECIFIED_PLANS);

const [weekly] = SPECIFIED_PLANS;
if (!weekly) throw new Error('The specification names it');

const move = (hour: number): CalendarChange => ({
  act: 'move',
  id: 'european-open',
  day: DAY,
  to: DAY,
  minute: hour * 60,
});

const save = (changes: Partial<typeof weekly>): CalendarChange => ({
  act: 'save',
  plan: { ...weekly, ...changes },
});

/** The live sessions that a change concerns. */
function concerned(change: CalendarChange, now: number) {
  const after = applyCalendarChange(BEFORE, change, now);
  if (!after) throw new Error('There is such a plan');
  return findChangedSessions(BEFORE, after, now);
}

/** What a change at `now` makes of the European Open, opened ten minutes before its time. */
function opened(change: CalendarChange, now: number, closedAt: number | null = null) {
  const planned = findOpenableSession(BEFORE, ID, OPEN - 10 * MINUTE_MS);
  const then = concerned(change, now).find(({ id }) => id === ID);
  if (!planned || !then) throw new Error('It takes place, before and after');
  const session = { ...toOpenedSession(planned, OPEN - 10 * MINUTE_MS), closedAt };
  return applyChangeToSession(session, then, { change, now });
}

describe('a change of the calendar', () => {
  it('concerns the sessions that it changes, and no others', () => {
    expect(concerned(move(15), OPEN).map(({ id }) => id)).toEqual([ID]);
    expect(concerned(save({}), OPEN)).toEqual([]);
    const renamed = concerned(save({ name: 'Morning' }), OPEN);
    expect(new Set(renamed.map(({ name }) => name))).toEqual(new Set(['Morning']));
    expect(concerned({ act: 'remove', id: 'european-open' }, OPEN)).toEqual([]);
  });

  it('concerns a session that is lengthened after its planned end', () => {
    const longer = concerned(save({ minutes: 240 }), OPEN + 2 * HOUR_MS + MINUTE_MS);
    expect(longer[0]).toMatchObject({ id: ID, endsAt: OPEN + 4 * HOUR_MS });
  });
});

describe('a live session that was opened', () => {
  it('takes on name and times while it goes on', () => {
    const change = save({ name: 'Morning', minutes: 240 });
    expect(opened(change, OPEN + HOUR_MS)).toMatchObject({
      type: 'changed',
      session: { name: 'Morning', startsAt: OPEN, endsAt: OPEN + 4 * HOUR_MS, closedAt: null },
    });
  });

  it('stays as it was once it is over, closed or not', () => {
    const change = save({ minutes: 600 });
    expect(opened(change, OPEN + 4 * HOUR_MS)).toEqual({ type: 'kept' });
    expect(opened(change, OPEN + HOUR_MS, OPEN + HOUR_MS)).toEqual({ type: 'kept' });
  });

  it('is open no more where it can’t be opened yet by its new time', () => {
    expect(opened(move(9), OPEN + 30 * MINUTE_MS)).toMatchObject({ type: 'changed' });
    expect(opened(move(9), OPEN + 30 * MINUTE_MS - 1)).toEqual({ type: 'unopened' });
  });

  it('is taken from its host by no change of its weekly plan', () => {
    expect(opened(save({ minute: 15 * 60 }), OPEN)).toMatchObject({ type: 'refused' });
  });

  it('is held once', () => {
    expect(opened(move(15), OPEN + HOUR_MS, OPEN)).toMatchObject({ type: 'refused' });
    expect(opened(save({ minute: 15 * 60 }), OPEN, OPEN)).toMatchObject({ type: 'refused' });
  });
});
