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
/** Start of that Monday’s European Open. */
const OPEN = Date.parse(`${DAY}T08:00:00Z`);
const ID = 'european-open-20261123';
const BEFORE = createCalendar(SPECIFIED_PLANS);

const [weekly] = SPECIFIED_PLANS;
if (!weekly) throw new Error('The specification names it');

const move = (hour: number): CalendarChange => ({
  action: 'move',
  id: 'european-open',
  day: DAY,
  to: DAY,
  minute: hour * 60,
});

const save = (changes: Partial<typeof weekly>): CalendarChange => ({
  action: 'save',
  plan: { ...weekly, ...changes },
});

/** The live sessions affected by a change. */
function concerned(change: CalendarChange, now: number) {
  const after = applyCalendarChange(BEFORE, change, now);
  if (!after) throw new Error('There is such a plan');
  return findChangedSessions(BEFORE, after, now);
}

/** The effect of a change at `now` on the European Open, opened ten minutes early. */
function opened(change: CalendarChange, now: number, closedAt: number | null = null) {
  const planned = findOpenableSession(BEFORE, ID, OPEN - 10 * MINUTE_MS);
  const then = concerned(change, now).find(({ id }) => id === ID);
  if (!planned || !then) throw new Error('It takes place, before and after');
  const session = { ...toOpenedSession(planned, OPEN - 10 * MINUTE_MS), closedAt };
  return applyChangeToSession(session, then, { change, now });
}

describe('findChangedSessions', () => {
  it('returns only the sessions that a change affects', () => {
    expect(concerned(move(15), OPEN).map(({ id }) => id)).toEqual([ID]);
    expect(concerned(save({}), OPEN)).toEqual([]);
    const renamed = concerned(save({ name: 'Morning' }), OPEN);
    expect(new Set(renamed.map(({ name }) => name))).toEqual(new Set(['Morning']));
    expect(concerned({ action: 'remove', id: 'european-open' }, OPEN)).toEqual([]);
  });

  it('includes a session that is extended after its planned end', () => {
    const longer = concerned(save({ minutes: 240 }), OPEN + 2 * HOUR_MS + MINUTE_MS);
    expect(longer[0]).toMatchObject({ id: ID, endsAt: OPEN + 4 * HOUR_MS });
  });
});

describe('opened live session', () => {
  it('takes a new name and end time while in progress', () => {
    const change = save({ name: 'Morning', minutes: 240 });
    expect(opened(change, OPEN + HOUR_MS)).toMatchObject({
      type: 'changed',
      session: { name: 'Morning', startsAt: OPEN, endsAt: OPEN + 4 * HOUR_MS, closedAt: null },
    });
  });

  it('is unchanged once it has ended or was closed', () => {
    const change = save({ minutes: 600 });
    expect(opened(change, OPEN + 4 * HOUR_MS)).toEqual({ type: 'kept' });
    expect(opened(change, OPEN + HOUR_MS, OPEN + HOUR_MS)).toEqual({ type: 'kept' });
  });

  it('is unopened if its new start is too far ahead', () => {
    expect(opened(move(9), OPEN + 30 * MINUTE_MS)).toMatchObject({ type: 'changed' });
    expect(opened(move(9), OPEN + 30 * MINUTE_MS - 1)).toEqual({ type: 'unopened' });
  });

  it('can’t be moved by a change to its weekly plan', () => {
    expect(opened(save({ minute: 15 * 60 }), OPEN)).toMatchObject({ type: 'refused' });
  });

  it('can’t be moved once it was closed', () => {
    expect(opened(move(15), OPEN + HOUR_MS, OPEN)).toMatchObject({ type: 'refused' });
    expect(opened(save({ minute: 15 * 60 }), OPEN, OPEN)).toMatchObject({ type: 'refused' });
  });
});
