import {
  type Calendar,
  CALENDAR_AHEAD_MS,
  type Occurrence,
  occurrencesBetween,
} from '@quantalgo/contracts/live/calendar';
import type { CalendarChange } from '@quantalgo/contracts/live/calendarChange';
import {
  isLiveAt,
  type LiveSessionRecord,
  OPENS_BEFORE_MS,
} from '@quantalgo/contracts/live/session';

type Planned = Pick<Calendar, 'plans' | 'moves'>;

/** The planned live session of this id that staff may open at `now` (epoch ms): from half an hour before until its end. */
export const openableSession = (calendar: Planned, id: string, now: number): Occurrence | null =>
  occurrencesBetween(calendar, now, now + OPENS_BEFORE_MS + 1).find((one) => one.id === id) ?? null;

/** A live session as it is opened at `now` (epoch ms). */
export const openedSession = (
  { name, startsAt, endsAt }: Occurrence,
  now: number,
): LiveSessionRecord => ({
  name,
  startsAt,
  endsAt,
  openedAt: now,
  closedAt: null,
  viewers: 0,
  countedAt: now,
  seeded: false,
});

/** The live sessions that have another name or time after a change of the calendar at `now` (epoch ms), or are new. */
export function changedSessions(
  before: Planned,
  after: Planned,
  now: number,
): readonly Occurrence[] {
  const until = now + CALENDAR_AHEAD_MS;
  const known = new Map(occurrencesBetween(before, now, until).map((one) => [one.id, one]));
  return occurrencesBetween(after, now, until).filter(({ id, name, startsAt, endsAt }) => {
    const one = known.get(id);
    return one?.name !== name || one.startsAt !== startsAt || one.endsAt !== endsAt;
  });
}

/** What a change of the calendar makes of a live session that was opened. */
type Followed =
  | { readonly type: 'refused'; readonly why: string }
  | { readonly type: 'kept' }
  /** It is to be opened again at its new time. */
  | { readonly type: 'unopened' }
  | { readonly type: 'changed'; readonly session: LiveSessionRecord };

const HELD = 'This session has already been held: add another one instead';

const OPENED_TODAY = 'Today’s session has already been opened: begin tomorrow, or add another one';

/**
 * What a change of the calendar at `now` (epoch ms) makes of a live session that was opened and is planned as `planned`
 * then. While it goes on it follows, and is no longer open where it can't be opened yet by its new time. It is held once,
 * and a change of a weekly plan takes today's from nobody: such changes are refused.
 */
export function followed(
  session: LiveSessionRecord,
  { name, startsAt, endsAt }: Occurrence,
  { change, now }: { readonly change: CalendarChange; readonly now: number },
): Followed {
  const isWeekly = change.act === 'save' && change.plan.days.type === 'weekly';
  if (session.closedAt !== null)
    return startsAt > now && startsAt !== session.startsAt
      ? { type: 'refused', why: isWeekly ? OPENED_TODAY : HELD }
      : { type: 'kept' };
  if (!isLiveAt(session, now)) return { type: 'kept' };
  if (startsAt - now <= OPENS_BEFORE_MS)
    return { type: 'changed', session: { ...session, name, startsAt, endsAt } };
  return isWeekly ? { type: 'refused', why: OPENED_TODAY } : { type: 'unopened' };
}

/** Why nobody can write into a live session at `now` (epoch ms), in a sentence; null if they can. */
export function closedBecause(session: LiveSessionRecord | null, now: number): string | null {
  if (!session) return 'This live session has not begun yet';
  return isLiveAt(session, now) ? null : 'This live session is over';
}
