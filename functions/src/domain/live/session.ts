import {
  type Calendar,
  CALENDAR_RANGE_MS,
  type Occurrence,
  listOccurrences,
} from '@quantalgo/contracts/live/calendar';
import type { CalendarChange } from '@quantalgo/contracts/live/calendarChange';
import {
  isLiveAt,
  type LiveSessionRecord,
  MAX_EARLY_OPENING_MS,
} from '@quantalgo/contracts/live/session';

type PlannedSessions = Pick<Calendar, 'plans' | 'moves'>;

/** Staff may open a session from half an hour before it starts until it ends. */
export const findOpenableSession = (
  calendar: PlannedSessions,
  id: string,
  now: number,
): Occurrence | null =>
  listOccurrences(calendar, now, now + MAX_EARLY_OPENING_MS + 1).find(
    (occurrence) => occurrence.id === id,
  ) ?? null;

export const toOpenedSession = (
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

export function findChangedSessions(
  before: PlannedSessions,
  after: PlannedSessions,
  now: number,
): readonly Occurrence[] {
  const until = now + CALENDAR_RANGE_MS;
  const previousById = new Map(
    listOccurrences(before, now, until).map((occurrence) => [occurrence.id, occurrence]),
  );
  return listOccurrences(after, now, until).filter(({ id, name, startsAt, endsAt }) => {
    const occurrence = previousById.get(id);
    return (
      occurrence?.name !== name || occurrence.startsAt !== startsAt || occurrence.endsAt !== endsAt
    );
  });
}

type ChangeEffect =
  | { readonly type: 'refused'; readonly reason: string }
  | { readonly type: 'kept' }
  // Must be opened again at its new time.
  | { readonly type: 'unopened' }
  | { readonly type: 'changed'; readonly session: LiveSessionRecord };

const ALREADY_HELD = 'This session has already taken place. Add another one instead.';

const OPENED_TODAY =
  'Today’s session has already been opened. Let the change start tomorrow, or add another session.';

/**
 * A running session follows the change, but closes if its new time is too far ahead. Closed
 * sessions can't be held again, and a weekly plan can't move today's session.
 */
export function applyChangeToSession(
  session: LiveSessionRecord,
  { name, startsAt, endsAt }: Occurrence,
  { change, now }: { readonly change: CalendarChange; readonly now: number },
): ChangeEffect {
  const isWeekly = change.action === 'save' && change.plan.days.type === 'weekly';
  if (session.closedAt !== null)
    return startsAt > now && startsAt !== session.startsAt
      ? { type: 'refused', reason: isWeekly ? OPENED_TODAY : ALREADY_HELD }
      : { type: 'kept' };
  if (!isLiveAt(session, now)) return { type: 'kept' };
  if (startsAt - now <= MAX_EARLY_OPENING_MS)
    return { type: 'changed', session: { ...session, name, startsAt, endsAt } };
  return isWeekly ? { type: 'refused', reason: OPENED_TODAY } : { type: 'unopened' };
}

/** Null if the session accepts posts. */
export function getClosedReason(session: LiveSessionRecord | null, now: number): string | null {
  if (!session) return 'This live session hasn’t started yet';
  return isLiveAt(session, now) ? null : 'This live session has ended';
}
